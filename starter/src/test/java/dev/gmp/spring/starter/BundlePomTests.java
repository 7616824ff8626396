package dev.gmp.spring.starter;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.w3c.dom.NodeList;

/** A published POM is read by Maven, by Gradle and by tools that know neither: it stands alone. */
@Tag("bundle")
class BundlePomTests {

    static Stream<String> published() {
        return Stream.concat(Stream.of("gmp-bom"), Bundle.JARS.stream());
    }

    @ParameterizedTest
    @MethodSource("published")
    void saysWhatMavenCentralAsks(String artifact) throws Exception {
        assertThat(children(Bundle.pom(artifact).getDocumentElement()))
                .contains("groupId", "artifactId", "version", "name", "description", "url")
                .contains("licenses", "developers", "scm");
    }

    @ParameterizedTest
    @MethodSource("published")
    void needsNoOther(String artifact) throws Exception {
        assertThat(children(Bundle.pom(artifact).getDocumentElement()))
                .doesNotContain("parent", "build", "properties", "profiles", "repositories", "modules");
        assertThat(Files.readString(Bundle.file(artifact, ".pom"))).doesNotContain("${");
    }

    @ParameterizedTest
    @MethodSource("published")
    void pointsToTheSameAddressFromEachModule(String artifact) throws Exception {
        Element project = Bundle.pom(artifact).getDocumentElement();
        String url = text(project, "url");
        assertThat(text((Element) project.getElementsByTagName("scm").item(0), "url"))
                .isEqualTo(url);
        assertThat(url).doesNotEndWith(artifact);
    }

    @ParameterizedTest
    @MethodSource("published")
    void dependsOnVersionsAndOnNoTests(String artifact) throws Exception {
        for (Element dependency : dependencies(artifact)) {
            String name = text(dependency, "artifactId");
            assertThat(text(dependency, "version")).as(name).matches("[0-9]+\\..*");
            assertThat(text(dependency, "scope")).as(name).isNotEqualTo("test");
        }
    }

    /** A snapshot depends on itself only. */
    @ParameterizedTest
    @MethodSource("published")
    void dependsOnReleasesOfOthers(String artifact) throws Exception {
        for (Element dependency : dependencies(artifact)) {
            if (text(dependency, "groupId").equals("dev.gmp")) {
                assertThat(text(dependency, "version")).isEqualTo(Bundle.version());
            } else {
                assertThat(text(dependency, "version")).doesNotContain("SNAPSHOT");
            }
        }
    }

    @Test
    void theBomListsWhatIsPublishedAndNothingElse() throws Exception {
        assertThat(dependencies("gmp-bom").stream().map(dependency -> text(dependency, "artifactId")))
                .containsExactlyInAnyOrderElementsOf(Bundle.JARS);
    }

    /** Or each application would have a web server, and meters that nobody reads. */
    @Test
    void theStarterBringsNothingButBootsStarterAndTheScheduler() throws Exception {
        assertThat(dependencies("gmp-spring-boot-starter").stream().map(dependency -> text(dependency, "artifactId")))
                .containsExactlyInAnyOrder("gmp-spring-boot", "spring-boot-starter");
        assertThat(dependencies("gmp-spring-boot").stream()
                        .filter(dependency -> !text(dependency, "optional").equals("true"))
                        .map(dependency -> text(dependency, "artifactId")))
                .containsExactlyInAnyOrder("gmp-scheduler", "gmp-process", "spring-boot-autoconfigure", "jspecify");
    }

    private static List<Element> dependencies(String artifact) throws Exception {
        NodeList found = Bundle.pom(artifact).getElementsByTagName("dependency");
        return IntStream.range(0, found.getLength())
                .mapToObj(i -> (Element) found.item(i))
                .toList();
    }

    private static List<String> children(Element element) {
        List<String> names = new ArrayList<>();
        for (Node child = element.getFirstChild(); child != null; child = child.getNextSibling()) {
            if (child instanceof Element) {
                names.add(child.getNodeName());
            }
        }
        return names;
    }

    /** @return "" if there is no such child */
    private static String text(Element element, String name) {
        for (Node child = element.getFirstChild(); child != null; child = child.getNextSibling()) {
            if (child.getNodeName().equals(name)) {
                return child.getTextContent().strip();
            }
        }
        return "";
    }
}
