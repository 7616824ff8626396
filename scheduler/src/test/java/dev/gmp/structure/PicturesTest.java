package dev.gmp.structure;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/** The drawings in {@code docs/images} are well-formed, small, of one style, readable by day and by night and aloud, and shown. */
class PicturesTest {

    private static final int MOST_BYTES = 12 * 1024;
    private static final Pattern SHOWN = Pattern.compile("!\\[([^\\]]+)\\]\\(([^)\\s]+\\.(?:svg|png))\\)");
    private static final Pattern FROM_ELSEWHERE =
            Pattern.compile("href=\"(?!#)|url\\((?!#)|@import|@font-face|<(image|script)\\b");

    private final Path images = Repository.root().resolve("docs/images");

    @TestFactory
    Stream<DynamicTest> eachDrawing() throws IOException {
        List<Path> drawings = drawings();
        Set<Path> shown = new HashSet<>(shown());

        assertThat(drawings).hasSizeGreaterThanOrEqualTo(4);
        return drawings.stream()
                .map(drawing -> DynamicTest.dynamicTest(
                        drawing.getFileName().toString(), () -> assertIsFitToBeShown(drawing, shown)));
    }

    @Test
    void allDrawingsHaveOneStyle() throws Exception {
        Set<String> styles = new HashSet<>();
        for (Path drawing : drawings()) {
            styles.add(text(parse(drawing), "style"));
        }

        assertThat(styles).hasSize(1);
    }

    private static void assertIsFitToBeShown(Path drawing, Set<Path> shown) throws Exception {
        Element root = parse(drawing);
        String source = Files.readString(drawing);

        assertThat(root.getAttribute("viewBox")).isNotEmpty();
        assertThat(root.getAttribute("aria-labelledby")).isEqualTo("title desc");
        assertThat(text(root, "title")).isNotBlank();
        assertThat(text(root, "desc")).hasSizeGreaterThan(100);
        assertThat(text(root, "style")).contains("@media (prefers-color-scheme:dark)");
        assertThat(source).doesNotContainPattern(FROM_ELSEWHERE);
        assertThat(Files.size(drawing)).isLessThanOrEqualTo(MOST_BYTES);
        assertThat(shown).contains(drawing);
    }

    private static Element parse(Path drawing) throws Exception {
        DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
        factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
        return factory.newDocumentBuilder().parse(drawing.toFile()).getDocumentElement();
    }

    /** Of the one child element with that name. */
    private static String text(Element root, String name) {
        NodeList found = root.getElementsByTagName(name);
        assertThat(found.getLength()).as(name).isOne();
        return found.item(0).getTextContent();
    }

    private List<Path> drawings() throws IOException {
        try (Stream<Path> files = Files.list(images)) {
            return files.filter(file -> file.toString().endsWith(".svg"))
                    .sorted()
                    .toList();
        }
    }

    /** What the pages show of the repository's files. */
    private static List<Path> shown() throws IOException {
        List<Path> shown = new ArrayList<>();
        for (Path page : Repository.pages()) {
            SHOWN.matcher(Files.readString(page))
                    .results()
                    .map(picture -> page.resolveSibling(picture.group(2)).normalize())
                    .forEach(shown::add);
        }
        return shown;
    }
}
