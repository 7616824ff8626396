package dev.gmp.structure;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Pages have short sentences, and none of {@link ForbiddenWords}. Decisions that were replaced stay as they were written. */
class DocumentLanguageTest {

    private static final List<String> RECORDS = List.of("CHANGELOG.md", "docs/decisions/", "docs/benchmarks/");
    private static final String HISTORY = "docs/decisions/history/";

    @TestFactory
    Stream<DynamicTest> eachPage() throws IOException {
        List<Path> pages = Repository.pages();

        assertThat(pages).hasSizeGreaterThan(60);
        return pages.stream()
                .filter(page -> !name(page).startsWith(HISTORY))
                .map(page -> DynamicTest.dynamicTest(
                        name(page),
                        () -> assertThat(language(name(page)).faults(name(page), Files.readString(page)))
                                .isEmpty()));
    }

    private static PageLanguage language(String page) {
        return RECORDS.stream().anyMatch(page::startsWith) ? PageLanguage.OF_RECORDS : PageLanguage.FOR_READERS;
    }

    private static String name(Path page) {
        return Repository.root().relativize(page).toString().replace('\\', '/');
    }
}
