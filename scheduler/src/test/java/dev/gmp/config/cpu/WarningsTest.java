package dev.gmp.config.cpu;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.AccessDeniedException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class WarningsTest {

    private final List<String> log = new ArrayList<>();
    private final Warnings warnings = new Warnings(log::add);

    @Test
    void differentFilesAndDifferentFailuresAreDifferentProblems() {
        for (int time = 0; time < 2; time++) {
            warnings.unusable("/a", new MalformedFileException("a number", "x" + time), "it sets no limit");
            warnings.unusable("/b", new MalformedFileException("a number", "x"), "it sets no limit");
            warnings.unusable("/a", new AccessDeniedException("/a"), "it sets no limit");
        }

        assertThat(log)
                .containsExactly(
                        "/a is malformed, so it sets no limit: expected a number, found 'x0'",
                        "/b is malformed, so it sets no limit: expected a number, found 'x'",
                        "/a cannot be read, so it sets no limit: java.nio.file.AccessDeniedException: /a");
    }

    @Test
    void whatAFileHoldsIsQuotedInOneShortLine() {
        String content = "\u001b[31mred\r\nnext" + "x".repeat(1_000);

        warnings.unusable("/a", new MalformedFileException("a number", content), "it sets no limit");

        assertThat(log)
                .singleElement()
                .asString()
                .hasSizeLessThan(200)
                .contains("?[31mred??next")
                .endsWith("...'");
    }

    @Test
    void whatIsShortIsQuotedInFull() {
        String content = "x".repeat(80);

        assertThat(new MalformedFileException("a number", content))
                .hasMessage("expected a number, found '" + content + "'");
        assertThat(new MalformedFileException("a number", content + "y"))
                .hasMessage("expected a number, found '" + content + "...'");
    }

    @Test
    void theNumberOfProblemsIsBounded() {
        for (int problem = 0; problem < 10_000; problem++) {
            warnings.once("problem " + problem, "text");
        }

        assertThat(log).hasSize(100);
    }
}
