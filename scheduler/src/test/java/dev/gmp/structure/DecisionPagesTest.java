package dev.gmp.structure;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The pages in {@code docs/decisions} are short, and the index lists each of them. */
class DecisionPagesTest {

    private static final int MOST_WORDS = 300;

    private static final Pattern PAGE = Pattern.compile("\\d{3}-[a-z0-9-]+\\.md");
    private static final Pattern LINK_TO_PAGE = Pattern.compile("\\]\\(([^()\\s#]*\\d{3}-[a-z0-9-]+\\.md)\\)");
    private static final Pattern REPLACED =
            Pattern.compile("Replaced by \\[\\d{3}\\]\\(\\.\\./\\d{3}-[a-z0-9-]+\\.md\\) on \\d{4}-\\d\\d-\\d\\d\\.");

    private final Path decisions = Repository.root().resolve("docs/decisions");

    @Test
    void eachPageHasAtMostThreeHundredWords() throws IOException {
        List<String> tooLong = new ArrayList<>();
        for (Path page : pages(decisions)) {
            int words = Files.readString(page).strip().split("\\s+").length;
            if (words > MOST_WORDS) {
                tooLong.add(page.getFileName() + ": " + words);
            }
        }

        assertThat(tooLong).isEmpty();
    }

    @Test
    void eachPageOfTheHistoryNamesTheOneThatReplacesIt() throws IOException {
        assertThat(pages(decisions.resolve("history")))
                .isNotEmpty()
                .allSatisfy(page -> assertThat(Files.readAllLines(page).get(0)).matches(REPLACED));
    }

    @Test
    void theIndexListsEachPage() throws IOException {
        List<Path> all = new ArrayList<>(pages(decisions));
        all.addAll(pages(decisions.resolve("history")));

        assertThat(linked(decisions.resolve("README.md"))).containsExactlyInAnyOrderElementsOf(all);
    }

    private static List<Path> pages(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(
                            file -> PAGE.matcher(file.getFileName().toString()).matches())
                    .toList();
        }
    }

    private static List<Path> linked(Path document) throws IOException {
        return LINK_TO_PAGE
                .matcher(Files.readString(document))
                .results()
                .map(link -> document.resolveSibling(link.group(1)).normalize())
                .toList();
    }
}
