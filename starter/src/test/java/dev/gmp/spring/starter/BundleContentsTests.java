package dev.gmp.spring.starter;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleFinder;
import java.lang.module.ModuleReference;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Maven Central refuses a bundle that lacks one of these, and what is published stays so for ever. */
@Tag("bundle")
class BundleContentsTests {

    @Test
    void nothingElseIsPublished() throws IOException {
        List<String> artifacts = new ArrayList<>(Bundle.JARS);
        artifacts.add("gmp-bom");
        try (Stream<Path> folders = Files.list(Bundle.FOLDER.resolve("dev/gmp"))) {
            assertThat(folders.map(folder -> folder.getFileName().toString()))
                    .containsExactlyInAnyOrderElementsOf(artifacts);
        }
    }

    @Test
    void eachJarHasSourcesJavadocAndAListOfWhatIsInIt() throws IOException {
        for (String artifact : Bundle.JARS) {
            assertThat(Bundle.files(artifact).stream().map(file -> Bundle.end(artifact, file)))
                    .as(artifact)
                    .containsExactlyInAnyOrder(
                            ".jar", ".pom", "-sources.jar", "-javadoc.jar", "-cyclonedx.json", "-cyclonedx.xml");
        }
        assertThat(Bundle.files("gmp-bom").stream().map(file -> Bundle.end("gmp-bom", file)))
                .containsExactly(".pom");
    }

    @Test
    void eachFileHasChecksums() throws IOException {
        for (String artifact : Bundle.JARS) {
            for (Path file : Bundle.files(artifact)) {
                assertThat(Path.of(file + ".md5")).exists();
                assertThat(Path.of(file + ".sha1")).exists();
            }
        }
    }

    @Test
    void eachJarHasTheLicence() throws IOException {
        for (String artifact : Bundle.JARS) {
            for (String end : List.of(".jar", "-sources.jar", "-javadoc.jar")) {
                try (JarFile jar = new JarFile(Bundle.file(artifact, end).toFile())) {
                    assertThat(jar.stream().map(entry -> entry.getName()))
                            .as(artifact + end)
                            .contains("META-INF/LICENSE", "META-INF/NOTICE");
                }
            }
        }
    }

    @Test
    void eachJarIsAModuleWithAStableNameAndPackagesOfItsOwn() throws IOException {
        Map<String, String> owners = new HashMap<>();
        Map<String, String> roots = Map.of(
                "dev.gmp", "gmp-scheduler",
                "dev.gmp.process", "gmp-process",
                "dev.gmp.process.cluster", "gmp-process-cluster",
                "dev.gmp.spring", "gmp-spring-boot",
                "dev.gmp.spring.starter", "gmp-spring-boot-starter");
        Path[] jars = new Path[Bundle.JARS.size()];
        for (int i = 0; i < jars.length; i++) {
            jars[i] = Bundle.file(Bundle.JARS.get(i), ".jar");
        }
        Set<ModuleReference> modules = ModuleFinder.of(jars).findAll();
        assertThat(modules.stream().map(module -> module.descriptor().name()))
                .containsExactlyInAnyOrderElementsOf(roots.keySet());
        for (ModuleReference module : modules) {
            ModuleDescriptor descriptor = module.descriptor();
            assertThat(Path.of(module.location().orElseThrow()).getFileName().toString())
                    .startsWith(roots.get(descriptor.name()) + "-");
            for (String name : descriptor.packages()) {
                assertThat(name + ".").startsWith(descriptor.name() + ".");
                assertThat(owners.put(name, descriptor.name())).as(name).isNull();
            }
        }
    }

    @Test
    void theStarterIsOneToSpringBoot() throws IOException {
        try (JarFile jar =
                new JarFile(Bundle.file("gmp-spring-boot-starter", ".jar").toFile())) {
            Attributes manifest = jar.getManifest().getMainAttributes();
            assertThat(manifest.getValue("Spring-Boot-Jar-Type")).isEqualTo("dependencies-starter");
            assertThat(jar.stream().map(entry -> entry.getName())).noneMatch(name -> name.endsWith(".class"));
        }
    }

    @Test
    void theListOfWhatIsInItNamesVersionsAndLicences() throws IOException {
        String list = Files.readString(Bundle.file("gmp-spring-boot-starter", "-cyclonedx.json"));
        assertThat(list)
                .contains("\"bomFormat\" : \"CycloneDX\"", "pkg:maven/dev.gmp/gmp-scheduler@" + Bundle.version())
                .contains("pkg:maven/org.springframework.boot/spring-boot-autoconfigure@", "\"Apache-2.0\"")
                .doesNotContain("junit");
    }
}
