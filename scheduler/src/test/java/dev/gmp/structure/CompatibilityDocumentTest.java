package dev.gmp.structure;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** {@code docs/reference/compatibility.md} lists each part of {@code java.lang} that the probe looks for, and each bug that the log warns of. */
class CompatibilityDocumentTest {

    private static final Path SOURCES = Repository.root().resolve("scheduler/src/main/java/dev/gmp/internal/jdk");
    private static final Pattern PART = Pattern.compile("[A-Z]\\(\"(java\\.lang\\.\\w+)\", \"(\\w+)\"\\)");
    private static final Pattern PART_ROW = Pattern.compile("(?m)^\\| `(java\\.lang\\.\\w+)\\.(\\w+)` \\|");
    private static final Pattern BUG = Pattern.compile("new Bug\\(\"(JDK-\\d+)\"");
    private static final Pattern BUG_ROW = Pattern.compile("(?m)^\\| \\[(JDK-\\d+)]\\(");

    private final String document = Files.readString(Repository.root().resolve("docs/reference/compatibility.md"));

    CompatibilityDocumentTest() throws IOException {}

    @Test
    void itListsEachPart() throws IOException {
        assertThat(found(PART, source("JdkPart"))).isNotEmpty().hasSameElementsAs(found(PART_ROW, document));
    }

    @Test
    void itListsEachBug() throws IOException {
        assertThat(found(BUG, source("JdkBugs"))).isNotEmpty().hasSameElementsAs(found(BUG_ROW, document));
    }

    private static String source(String type) throws IOException {
        return Files.readString(SOURCES.resolve(type + ".java"));
    }

    private static List<String> found(Pattern pattern, String text) {
        return pattern.matcher(text)
                .results()
                .map(match -> match.groupCount() == 1 ? match.group(1) : match.group(1) + "." + match.group(2))
                .toList();
    }
}
