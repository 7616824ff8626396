package dev.gmp.sample.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SearchQueryTests {

    @ParameterizedTest
    @CsvSource(
            delimiter = ' ',
            quoteCharacter = '@',
            value = {
                "( @'q' is no regular expression: Unclosed group at position 1.@",
                "[a @'q' is no regular expression: Unclosed character class at position 1.@",
                "* @'q' is no regular expression: Dangling meta character '*' at position 0.@",
                "@@ @'q' is empty; it must be a regular expression.@",
                "(^){2000000000}x @'q' repeats too often: its counts multiply to more than 1000000.@",
                "(((?:){1000}){1000}){1000}x @'q' repeats too often: its counts multiply to more than 1000000.@",
                "x{999999999999}y{5} @'q' repeats too often: its counts multiply to more than 1000000.@"
            })
    void saysWhatIsWrongWithAnExpression(String q, String reason) {
        assertThatExceptionOfType(InvalidQueryException.class)
                .isThrownBy(() -> query(Corpora.request(q)))
                .withMessage(reason);
    }

    /** All of them would be read by {@link java.util.regex.Pattern} as two thousand million repetitions of nothing. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "(){0000000000002000000000}x",
                "(){2000000000,}x",
                "[{1,](){2000000000}x",
                "(?x)(){2000000000 }x",
                "(?x)(){2\t000 000\n000\r,\f2000000001}x",
                "(?x)(){2000000000,#}\n}x",
                "()\\Q\\E{2000000000}x",
                "(){2\\Q\\E000000000}x",
                "(?\\Q\\Ex)(){2\\Q\\E000\\Q\\E 000000}x"
            })
    void aCountIsSeenHoweverItIsWritten(String q) {
        assertRefused(Corpora.request(q), "'q' repeats too often: its counts multiply to more than 1000000.");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "(?x)(){2000000000#}\n}x",
                "(?x)(){2#}\n000000000}x",
                "(?-i:x)(?mx-s)(){2 #\n000000000}x",
                "(?xd)(){2#\r}\n000000000}x",
                "(?\\Q\\Ex)(){2#\n000000000}x"
            })
    void aCountMayHaveNoComment(String q) {
        assertRefused(Corpora.request(q), "'q' has a comment in a count; write it without.");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a{1000}",
                "(a{1000}){1000}",
                "\\x{10FFFF}\\x{10000}\\x{10000}",
                "\\p{L}{3,}",
                "\\{2000000",
                "\\{2000000}",
                "\\$\\{0##",
                "\\Q${0##*/}\\E",
                "(?x)\\{0 # where it begins",
                "(?x)a{2 ,3 }",
                "a{00000000000000000000000003}",
                "x{0}{0}{1000000}"
            })
    void letsThroughWhatIsNotTooMuch(String q) {
        assertThat(query(Corpora.request(q)).content().pattern()).isEqualTo(q);
    }

    @Test
    void anExpressionMayNotBeTooLong() {
        query(Corpora.request("x".repeat(1_000)));
        assertThatExceptionOfType(InvalidQueryException.class)
                .isThrownBy(() -> query(Corpora.request("x".repeat(1_001))))
                .withMessage("'q' has 1001 characters; it may have 1000.");
    }

    @Test
    void namesTheValueAndTheRangeOfANumber() {
        assertRefused(new SearchRequest("x", null, false, 0, 0, null), "'limit' is 0; it must be from 1 to 100.");
        assertRefused(new SearchRequest("x", null, false, 0, 101, null), "'limit' is 101; it must be from 1 to 100.");
        assertRefused(new SearchRequest("x", null, false, -1, 1, null), "'offset' is -1; it must be from 0 to 1000.");
        assertRefused(Corpora.request("x", Duration.ZERO), "'timeout' is 0 ms; it must be from 1 to 600000 ms.");
        assertRefused(
                Corpora.request("x", Duration.ofHours(1)), "'timeout' is 3600000 ms; it must be from 1 to 600000 ms.");
        assertRefused(
                Corpora.request("x", Duration.ofSeconds(Long.MAX_VALUE)),
                "'timeout' is 9223372036854775807000 ms; it must be from 1 to 600000 ms.");
        assertRefused(
                Corpora.request("x", Duration.ofSeconds(Long.MIN_VALUE, 5_000_000)),
                "'timeout' is -9223372036854775807995 ms; it must be from 1 to 600000 ms.");
        assertRefused(
                new SearchRequest("x", "(", false, 0, 1, null),
                "'path' is no regular expression: Unclosed group at position 1.");
    }

    private static void assertRefused(SearchRequest request, String reason) {
        assertThatExceptionOfType(InvalidQueryException.class)
                .isThrownBy(() -> query(request))
                .withMessage(reason);
    }

    private static SearchQuery query(SearchRequest request) {
        return SearchQuery.of(request, Corpora.LIMITS);
    }
}
