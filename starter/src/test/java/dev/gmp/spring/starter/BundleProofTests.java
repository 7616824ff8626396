package dev.gmp.spring.starter;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarFile;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.xpath.XPathFactory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Document;

/**
 * A project of nothing but the BOM, the starter and one class. Maven builds it from the bundle, with a local repository that has
 * nothing else of gmp's, and its executable jar runs.
 */
@Tag("bundle")
class BundleProofTests {

    @Test
    void aProjectThatHasOnlyTheBundleRunsOnTheScheduler(@TempDir Path project) throws Exception {
        Newcomer.copy("pom.xml", project);
        Newcomer.copy("Shop.java", Files.createDirectories(project.resolve("src/main/java/shop")));
        build(project);
        Path jar = project.resolve("target/shop-1.jar");
        try (JarFile packed = new JarFile(jar.toFile())) {
            assertThat(packed.stream().map(entry -> entry.getName()).filter(name -> name.contains("/gmp-")))
                    .as("the starter has no classes")
                    .hasSize(3)
                    .noneMatch(name -> name.contains("starter"));
        }
        Newcomer.assertThatAllRunsOnTheScheduler(Newcomer.run(
                project,
                0,
                List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-jar",
                        jar.toString(),
                        "--server.port=0")));
    }

    /** What Maven has fetched for the build of gmp is a repository, too; what is not there comes from where it always comes from. */
    private static void build(Path project) throws Exception {
        Path settings = Files.writeString(project.resolve("settings.xml"), """
                <settings>
                  <profiles>
                    <profile>
                      <id>proof</id>
                      <repositories>
                        <repository><id>bundle</id><url>%1$s</url></repository>
                        <repository><id>fetched</id><url>%2$s</url></repository>
                      </repositories>
                      <pluginRepositories>
                        <pluginRepository><id>fetched</id><url>%2$s</url></pluginRepository>
                      </pluginRepositories>
                    </profile>
                  </profiles>
                  <activeProfiles><activeProfile>proof</activeProfile></activeProfiles>
                </settings>
                """.formatted(
                        Bundle.FOLDER.toUri(),
                        Path.of(System.getProperty("maven.repository")).toUri()));
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("maven.home"), "bin", "mvn").toString(),
                "-B",
                "-q",
                "-ntp",
                "-gs",
                settings.toString(),
                "-Dmaven.repo.local=" + project.resolve("repository"),
                "-Dgmp.version=" + Bundle.version(),
                "-Dspring-boot.version=" + System.getProperty("spring-boot.version"),
                "package"));
        for (String plugin : List.of("resources", "compiler", "surefire", "jar")) {
            command.add("-Dmaven-%s-plugin.version=%s".formatted(plugin, version("maven-" + plugin + "-plugin")));
        }
        Newcomer.run(project, 0, command);
    }

    /** The one that gmp is built with. */
    private static String version(String plugin) throws Exception {
        Document parent = DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(Path.of("..", "pom.xml").toFile());
        return XPathFactory.newInstance()
                .newXPath()
                .evaluate("//pluginManagement/plugins/plugin[artifactId='%s']/version".formatted(plugin), parent);
    }
}
