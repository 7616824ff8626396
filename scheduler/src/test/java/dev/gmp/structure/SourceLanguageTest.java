package dev.gmp.structure;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The language of Javadoc and messages. */
class SourceLanguageTest {

    private static final int MOST_WORDS = 30;
    private static final int MOST_ON_AVERAGE = 20;

    private static final Pattern END = Pattern.compile("(?<=[.!?])[\")]*\\s+");
    private static final Pattern WORD = Pattern.compile("\\S*[\\p{L}\\p{N}]\\S*");
    private static final Pattern PERSON = Pattern.compile(
            "(?i)\\b(who|whoever|whom|whomever|anybody|anyone|everybody|everyone|nobody|somebody|someone)\\b");

    private static List<MainSources.Text> texts;

    /** Once, for it takes longer than the tests. */
    @BeforeAll
    static void parse() throws IOException {
        texts = MainSources.texts();
    }

    /** Short enough to be read once. */
    @Test
    void noSentenceOfThePublicJavadocIsTooLong() {
        List<String> tooLong = new ArrayList<>();
        long sentences = 0;
        long words = 0;
        for (MainSources.Text text : texts) {
            if (text.kind() == MainSources.Kind.PUBLIC_JAVADOC) {
                for (String sentence : END.split(text.text())) {
                    long length = WORD.matcher(sentence).results().count();
                    sentences++;
                    words += length;
                    if (length > MOST_WORDS) {
                        tooLong.add("%s: %d words: %s".formatted(text.place(), length, sentence));
                    }
                }
            }
        }

        assertThat(sentences).isGreaterThan(1_000);
        assertThat(tooLong).isEmpty();
        assertThat((double) words / sentences).isLessThanOrEqualTo(MOST_ON_AVERAGE);
    }

    /** They name a task, a thread or a scheduler: no words for persons stand for things. */
    @Test
    void noTextHasAWordForPersons() {
        assertThat(texts).hasSizeGreaterThan(5_000);
        assertThat(texts.stream()
                        .filter(text -> PERSON.matcher(text.text()).find())
                        .map(text -> text.place() + ": " + text.text()))
                .isEmpty();
    }
}
