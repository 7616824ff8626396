package dev.gmp.structure;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Pages for users are few words: each that tells of a feature, the two that one begins with, and all together. */
class DocumentLengthTest {

    private static final int MOST_WORDS_OF_A_FEATURE = 700;
    private static final int MOST_WORDS_FOR_USERS = 21_170;
    private static final Map<String, Integer> MOST_WORDS = Map.of("README.md", 690, "docs/README.md", 250);
    private static final List<String> FOR_USERS =
            List.of("docs/start", "docs/features", "docs/operate", "docs/reference");

    private final Path repository = Repository.root();

    @Test
    void eachPageOfAFeatureIsShort() throws IOException {
        assertThat(pages("docs/features"))
                .hasSizeGreaterThan(5)
                .allSatisfy(page ->
                        assertThat(words(page)).as("words of %s", page).isLessThanOrEqualTo(MOST_WORDS_OF_A_FEATURE));
    }

    @Test
    void thePagesThatOneBeginsWithAreShort() {
        assertThat(MOST_WORDS)
                .allSatisfy((page, most) -> assertThat(words(repository.resolve(page)))
                        .as("words of %s", page)
                        .isLessThanOrEqualTo(most));
    }

    @Test
    void allPagesForUsersAreShort() throws IOException {
        int words = MOST_WORDS.keySet().stream()
                .map(repository::resolve)
                .mapToInt(DocumentLengthTest::words)
                .sum();
        for (String folder : FOR_USERS) {
            words += pages(folder).stream().mapToInt(DocumentLengthTest::words).sum();
        }

        assertThat(words)
                .as("words of README.md, docs/README.md and %s", FOR_USERS)
                .isBetween(8_000, MOST_WORDS_FOR_USERS);
    }

    private List<Path> pages(String folder) throws IOException {
        try (Stream<Path> files = Files.walk(repository.resolve(folder))) {
            return files.filter(file -> file.toString().endsWith(".md")).toList();
        }
    }

    private static int words(Path page) {
        try {
            return PageText.wordsOutsideOfFences(Files.readString(page));
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
