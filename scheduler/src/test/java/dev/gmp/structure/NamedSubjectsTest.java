package dev.gmp.structure;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Javadoc and messages name a task, a thread or a scheduler: no words for persons stand for things. */
class NamedSubjectsTest {

    private static final Pattern PERSON = Pattern.compile(
            "(?i)\\b(who|whoever|whom|whomever|anybody|anyone|everybody|everyone|nobody|somebody|someone)\\b");

    @Test
    void noTextOfTheMainSourcesHasAWordForPersons() throws IOException {
        List<MainSources.Text> texts = MainSources.texts();

        assertThat(texts).hasSizeGreaterThan(5_000);
        assertThat(texts.stream()
                        .filter(text -> PERSON.matcher(text.text()).find())
                        .map(text -> text.place() + ": " + text.text()))
                .isEmpty();
    }
}
