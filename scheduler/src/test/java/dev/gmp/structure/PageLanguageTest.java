package dev.gmp.structure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** The rules of {@link PageLanguage} find what is planted, and name it. */
class PageLanguageTest {

    private static final PageLanguage RULES = new PageLanguage(5, 8, true);

    @Test
    void aPageWithinTheLimitsHasNoFault() {
        assertThat(RULES.faults("page.md", "# A heading\n\nOne, two, three.\nFour `a b c d e f g h` five."))
                .isEmpty();
    }

    @Test
    void aLongSentenceIsNamedWithItsLine() {
        assertThat(RULES.faults("page.md", "One.\n\nTwo.\n\n" + words(9) + ".\n\nThree."))
                .containsExactly("page.md:5: a sentence has 9 words, at most 8 are allowed: " + words(9) + ".");
    }

    @Test
    void sentencesThatAreLongOnAverageAreTold() {
        assertThat(RULES.faults("page.md", words(6) + ". " + words(7) + "."))
                .containsExactly("page.md: a sentence has 6.5 words on average, at most 5 are allowed");
    }

    @Test
    void cellsAndHeadingsHaveALimitButDoNotMakeAPageShortOnAverage() {
        String table = "| a | b |\n|---|---|\n| " + words(9) + " | c |\n";

        assertThat(RULES.faults("page.md", table)).hasSize(1).first().asString().startsWith("page.md:3: ");
        assertThat(RULES.faults("page.md", words(6) + ".\n\n# A\n\n| a | b |\n|---|---|\n| a | b |\n"))
                .hasSize(1);
        assertThat(RULES.faults("page.md", "# " + words(9))).hasSize(1);
    }

    @Test
    void listsEndSentencesAndLinesDoNot() {
        assertThat(RULES.faults(
                        "page.md", "- One\n- two\n- three\n- four\n1. five\n2. six\n3. seven\n4. eight\n5. nine"))
                .isEmpty();
        assertThat(RULES.faults("page.md", "> one two three four\n> five six seven eight nine"))
                .hasSize(2);
    }

    @Test
    void codeInFencesIsLeftOut() {
        assertThat(RULES.faults("page.md", "```\n" + words(20) + ", who\n```\n"))
                .isEmpty();
    }

    @TestFactory
    Stream<DynamicTest> eachForbiddenWordIsFoundAnywhereButInCode() {
        return ForbiddenWords.all().entrySet().stream()
                .map(entry -> DynamicTest.dynamicTest(
                        entry.getKey(),
                        () -> assertThat(RULES.faults(
                                        "page.md",
                                        "A task.\n\nA " + entry.getKey().replace(" ", "\n") + " task `" + entry.getKey()
                                                + "`.\n\n| a `" + entry.getKey() + "` | b |"))
                                .singleElement()
                                .asString()
                                .startsWith("page.md:3: \"" + entry.getKey() + "\" is forbidden (" + entry.getValue()
                                        + "): ")));
    }

    @Test
    void wordsThatOnlyContainAForbiddenOneAreAllowed() {
        assertThat(RULES.faults("page.md", "The whole thing, sometimes awesome."))
                .isEmpty();
    }

    private static String words(int count) {
        return IntStream.range(0, count).mapToObj(i -> "w" + i).collect(Collectors.joining(" "));
    }
}
