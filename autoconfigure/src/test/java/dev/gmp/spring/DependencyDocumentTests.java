package dev.gmp.spring;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.IntStream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.w3c.dom.NodeList;

/** The document lists each dependency that a pom names, under what it is for, with a reason and a licence. */
class DependencyDocumentTests {

    private static final Path PROJECT = Path.of("..");

    /** No word that allows more than these needs a second look before it comes in. */
    private static final Set<String> LICENCES = Set.of(
            "Apache-2.0",
            "Apache-2.0 or EPL-2.0",
            "BSD-2-Clause",
            "BSD-3-Clause",
            "EPL-1.0 or LGPL-2.1",
            "EPL-2.0",
            "GPL-2.0 with the Classpath exception",
            "MIT",
            "MPL-2.0",
            "MPL-2.0 or EPL-1.0");

    @Test
    void eachDependencyOfThePomsStandsInTheDocument() throws Exception {
        assertThat(documented()).isEqualTo(inPoms());
    }

    @Test
    void whatIsPublishedBringsLicencesThatAskForNothing() throws Exception {
        assertThat(rows("At run time"))
                .isNotEmpty()
                .allSatisfy(row -> assertThat(row.get(3)).isEqualTo("Apache-2.0"));
    }

    @Test
    void eachHasAReasonAndALicence() throws Exception {
        for (String section : documented().keySet()) {
            assertThat(rows(section)).isNotEmpty().allSatisfy(row -> {
                assertThat(row.get(2)).isNotBlank();
                assertThat(LICENCES).contains(row.get(3));
            });
        }
    }

    /** Section to "artifact in module". */
    private static Map<String, Set<String>> documented() throws Exception {
        Map<String, Set<String>> found = new TreeMap<>();
        String section = "";
        for (String line : Files.readAllLines(PROJECT.resolve("docs/internals/dependencies.md"))) {
            if (line.startsWith("## ")) {
                section = line.substring(3);
            }
            if (line.startsWith("| `")) {
                List<String> cells = cells(line);
                for (String module : cells.get(1).split(", ")) {
                    found.computeIfAbsent(section, any -> new TreeSet<>()).add(cells.get(0) + " in " + module);
                }
            }
        }
        return found;
    }

    private static List<List<String>> rows(String section) throws Exception {
        List<String> lines = Files.readAllLines(PROJECT.resolve("docs/internals/dependencies.md"));
        return lines.stream()
                .skip(lines.indexOf("## " + section) + 1L)
                .takeWhile(line -> !line.startsWith("## "))
                .filter(line -> line.startsWith("| `"))
                .map(DependencyDocumentTests::cells)
                .toList();
    }

    private static List<String> cells(String row) {
        return List.of(row.substring(2, row.length() - 2).replace("`", "").split(" \\| ", -1));
    }

    private static Map<String, Set<String>> inPoms() throws Exception {
        Map<String, Set<String>> found = new TreeMap<>();
        Set<String> managedPlugins = new TreeSet<>();
        for (String module : modules()) {
            Element project = read(PROJECT.resolve(module).resolve("pom.xml"));
            boolean published = text(project, "properties/unpublished").equals("false");
            for (Element element : elements(project, "dependency", "plugin", "path")) {
                String group = text(element, "groupId");
                String name = (group.isEmpty() ? "org.apache.maven.plugins" : group) + ":"
                        + text(element, "artifactId").replace("${scala.binary.version}", "2.13");
                boolean isLibrary = element.getNodeName().equals("dependency") && !isWithin(element, "plugin");
                if (group.equals("dev.gmp")
                        || group.startsWith("${project.")
                        || isLibrary && isWithin(element, "dependencyManagement")) {
                    continue;
                }
                if (element.getNodeName().equals("plugin") && !managedPlugins.add(name)) {
                    continue;
                }
                String section = isLibrary ? section(element, published) : "In the build";
                found.computeIfAbsent(section, any -> new TreeSet<>())
                        .add(name + " in " + (module.isEmpty() ? "parent" : module));
            }
        }
        return found;
    }

    private static String section(Element dependency, boolean published) {
        if (text(dependency, "scope").equals("test")) {
            return "In tests";
        }
        if (!published) {
            return "In the sample and the benchmarks";
        }
        return text(dependency, "optional").equals("true") ? "Optional" : "At run time";
    }

    /** The parent's folder, which is "", first. */
    private static List<String> modules() throws Exception {
        List<String> modules = new ArrayList<>(List.of(""));
        elements(read(PROJECT.resolve("pom.xml")), "module")
                .forEach(module -> modules.add(module.getTextContent().strip()));
        return modules;
    }

    private static Element read(Path pom) throws Exception {
        return DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(pom.toFile())
                .getDocumentElement();
    }

    private static List<Element> elements(Element root, String... names) {
        List<Element> found = new ArrayList<>();
        for (String name : names) {
            NodeList nodes = root.getElementsByTagName(name);
            IntStream.range(0, nodes.getLength()).forEach(i -> found.add((Element) nodes.item(i)));
        }
        return found;
    }

    private static boolean isWithin(Node node, String name) {
        Node parent = node.getParentNode();
        return parent != null && (parent.getNodeName().equals(name) || isWithin(parent, name));
    }

    /** @return "" if there is no such child */
    private static String text(Element element, String path) {
        Element at = element;
        for (String name : path.split("/")) {
            Element next = null;
            for (Node child = at.getFirstChild(); child != null; child = child.getNextSibling()) {
                if (child.getNodeName().equals(name)) {
                    next = (Element) child;
                }
            }
            if (next == null) {
                return "";
            }
            at = next;
        }
        return at.getTextContent().strip();
    }
}
