package dev.gmp.sample.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class SearchQueryTests {

    @ParameterizedTest
    @CsvSource(
            delimiter = ' ',
            quoteCharacter = '@',
            value = {
                "( @'q' is not a regular expression: Unclosed group at position 1.@",
                "[a @'q' is not a regular expression: Unclosed character class at position 1.@",
                "* @'q' is not a regular expression: Dangling meta character '*' at position 0.@",
                "@@ @'q' is empty; it must be a regular expression.@"
            })
    void saysWhatIsWrongWithAnExpression(String q, String reason) {
        assertThatExceptionOfType(InvalidQueryException.class)
                .isThrownBy(() -> query(Corpora.request(q)))
                .withMessage(reason);
    }

    /** Each would be tried for hours, or for ever, without a look at the text. */
    @ParameterizedTest
    @MethodSource
    void whatComputesForEverIsRefused(String q) {
        assertRefused(
                Corpora.request(q),
                "'q' can match the empty string in too many ways. Use fewer groups with alternatives or quantifiers.");
        assertRefused(
                new SearchRequest("x", q, false, 0, 1, null),
                "'path' can match the empty string in too many ways. Use fewer groups with alternatives or quantifiers.");
    }

    static List<String> whatComputesForEverIsRefused() {
        List<String> refused = new ArrayList<>();
        for (String part : new String[] {
            "(|)",
            "(?:|)",
            "()?",
            "(?:)??",
            "(?=)?",
            "^?",
            "^*",
            "$?",
            "\\b?",
            "\\G?",
            "\\A*?",
            "(|a)",
            "(a?|b?)",
            "(\\|)?",
            "()\\Q\\E?",
            "(){0,1}",
            "(?:|[)])",
            "[(](|)",
            "\\Q(\\E(|)",
            "\\c\\(|)"
        }) {
            refused.add(part.repeat(60) + "x");
        }
        refused.add("()" + "\\1?".repeat(60) + "x");
        refused.add("()()()()()()()()()()" + "\\10?".repeat(60) + "x");
        refused.add("(?<n>)" + "\\k<n>?".repeat(60) + "x");
        refused.add("(?<n>)" + "\\k<\\Qn\\E>?".repeat(60) + "x");
        refused.add("\\c\\Q\\p{\\E" + "(|)".repeat(60) + "}x");
        refused.add("(^){2000000000}x");
        refused.add("(((?:){1000}){1000}){1000}x");
        refused.add("(){0000000000002000000000}x");
        refused.add("(){2000000000,}x");
        refused.add("[{1,](){2000000000}x");
        refused.add("()\\Q\\E{2000000000}x");
        refused.add("(){2\\Q\\E000000000}x");
        refused.add("(?<=" + "(|)".repeat(9) + "(?!)a{0,1000000})x");
        return refused;
    }

    /** Between white space and comments nobody sees what a quantifier stands behind. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "(?x)(){2000000000#}\n}x",
                "(?-i:x)(?mx-s)(){2 #\n000000000}x",
                "(?\\Q\\Ex)(){2#\n000000000}x",
                "(?i\\Qx\\E)() ?x"
            })
    void theFlagOfCommentsIsRefused(String q) {
        assertRefused(Corpora.request(q), "'q' has the flag x; write it without white space and comments.");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a{1000}",
                "\\x{10FFFF}\\x{10000}\\x{10000}",
                "\\p{L}{3,}",
                "\\{2000000",
                "\\(\\?x",
                "\\$\\{0##",
                "\\Q${0##*/}\\E",
                "a{00000000000000000000000003}",
                "a|b|c|d|e|f|g|h|i|j|k|l|m|n|o|p|q|r|s|t|u|v|w|x|y|z",
                "\\w+\\s*\\w*\\s*\\w*\\s*\\w*\\s*\\w*\\s*\\w*\\s*\\w*\\s*\\w*\\s*\\w*\\s*\\w*\\s*\\w*\\s*\\w*"
            })
    void whatReadsAtEachStepIsTakenAsItIs(String q) {
        assertThat(query(Corpora.request(q)).content().pattern()).isEqualTo(q);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "(a{1000}){1000}",
                "(){100000}",
                "(public|protected|private)\\s+(static\\s+)?(final\\s+)?(\\w+)(<[^>]*>)?\\s+(get|set|is)\\w+\\(",
                "^(import|package) ((java|jakarta|org)\\.)?(util|io|net)",
                "(?<!\\w)(foo|bar)(?!\\w)",
                "(?i)(a|b|c|d|e|f|g|h|i|j)+(k|l|m|n|o|p|q|r)*",
                "(?<=\\s{0,20})(\\d{1,3}\\.){3}"
            })
    void whatPeopleWriteIsTaken(String q) {
        assertThat(query(Corpora.request(q)).content().pattern()).endsWith(q);
    }

    /** None of them reads a character, at any of a hundred thousand places, unless it is made to. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "(|)(|)(|)(|)(|)(|)(|)(|)(|)(|)(?!)",
                "^?^?^?^?^?^?^?^?^?^?(?!)",
                "(){1000}(?!)",
                "(?<=(|)(?!)a{0,100})x"
            })
    void aMatchThatReadsNothingIsEndedWithItsSearch(String q) {
        SearchGuard guard = new SearchGuard(Duration.ofMinutes(1));
        guard.cancel();
        Matcher matcher = query(Corpora.request(q)).content().matcher(new GuardedText("x".repeat(100_000), guard));
        assertThatExceptionOfType(SearchEndedException.class).isThrownBy(matcher::find);
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
                "'path' is not a regular expression: Unclosed group at position 1.");
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
