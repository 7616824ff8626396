package dev.gmp.structure;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Sentences in the Javadoc of the public API are short enough to be read once. */
class JavadocSentencesTest {

    private static final int MOST_WORDS = 30;
    private static final int MOST_ON_AVERAGE = 20;

    private static final Pattern END = Pattern.compile("(?<=[.!?])[\")]*\\s+");
    private static final Pattern WORD = Pattern.compile("\\S*[\\p{L}\\p{N}]\\S*");

    @Test
    void noSentenceOfThePublicJavadocIsTooLong() throws IOException {
        List<String> tooLong = new ArrayList<>();
        long sentences = 0;
        long words = 0;
        for (MainSources.Text text : MainSources.texts()) {
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
}
