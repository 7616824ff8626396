package dev.gmp.sample.livepage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.gmp.sample.ServiceTest;
import dev.gmp.sample.Texts;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.openqa.selenium.WebElement;

/** The page of the search in a real browser, which both tests share. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SearchPageTests extends ServiceTest {

    private Browser browser;

    @BeforeAll
    void takeBrowser() {
        browser = Browser.get();
    }

    @Test
    void showsMoreOfTheSearchThatIsShownWhateverStandsInTheFormMeanwhile() {
        index(Texts.folder(folder, Map.of("a.txt", "first\n".repeat(70), "b.txt", "second\n".repeat(70))));
        browser.open("http://localhost:" + port + "/?q=FIRST&path=a.*&ignoreCase=true");
        awaitHits(50);
        await().atMost(PATIENCE).until(() -> browser.find("#more").isDisplayed());

        browser.find("#q").clear();
        browser.find("#q").sendKeys("second");
        browser.find("#path").clear();
        browser.find("#ignoreCase").click();
        browser.find("#more").click();

        awaitHits(70);
        assertThat(browser.findAll(".hit mark")).extracting(WebElement::getText).containsOnly("first");
        assertThat(browser.text("#status")).startsWith("70 lines in 1 of 1 file searched");
        assertThat(browser.complaints()).isEmpty();
    }

    /** Whoever has gone on to another file does not want to see that one. */
    @Test
    void anAnswerThatWasOvertakenIsNotShown() {
        browser.open("http://localhost:" + port + "/");
        assertThat(browser.run("""
                const waiting = {};
                const others = window.fetch;
                window.fetch = (path, options) => path.startsWith('files?')
                  ? new Promise((resolve) => waiting[path] = () => resolve({ ok: true, text: async () => decodeURIComponent(path) }))
                  : others(path, options);
                const { view } = await import('./js/viewer.js');
                const first = view('first', 1);
                document.getElementById('viewer').close();
                const second = view('second', 1);
                waiting['files?path=second']();
                await second;
                waiting['files?path=first']();
                await first;
                return [document.getElementById('viewer-title').textContent, document.querySelector('#viewer-text code').textContent];""")).isEqualTo(List.of("second:1", "files?path=second"));
    }

    @Test
    void hitsAreShownBeforeTheAnswerAndStayWhereItBreaksOff() {
        browser.open("http://localhost:" + port + "/");
        assertThat(browser.run("""
                const until = async (holds) => {
                  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 10));
                };
                const others = window.fetch;
                let answer = null;
                window.fetch = async (path, options) => path.startsWith('search/stream?')
                  ? new Response(new ReadableStream({ start: (controller) => { answer = controller; } }))
                  : others(path, options);
                const come = (text) => answer.enqueue(new TextEncoder().encode(text));
                document.getElementById('q').value = 'x';
                document.getElementById('form').requestSubmit();
                await until(() => answer);
                const hit = JSON.stringify({ file: 'a.txt', line: 1, column: 1, snippet: 'x', matchStart: 0, matchEnd: 1 });
                come(hit.slice(0, 5));
                come(`${hit.slice(5)}\\n\\n`);
                await until(() => document.querySelector('.hit'));
                const before = document.querySelector('#status .bad');
                answer.close();
                await until(() => document.querySelector('#status .bad'));
                return [before, document.querySelectorAll('.hit').length, document.querySelector('#status').textContent];"""))
                .isEqualTo(Arrays.asList(
                        null, 1L, "The service ended its answer too early. What was found until then is shown."));
    }

    private void awaitHits(int number) {
        await().atMost(PATIENCE).until(() -> browser.findAll(".hit").size() >= number);
    }
}
