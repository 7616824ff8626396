package dev.gmp.sample.livepage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.gmp.sample.ServiceTest;
import dev.gmp.sample.Texts;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.openqa.selenium.WebElement;

/** The page of the search in a real browser, which both tests share. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SearchPageTests extends ServiceTest {

    private Browser browser;

    @BeforeAll
    void startBrowser() {
        browser = Browser.start();
    }

    @AfterAll
    void stopBrowser() {
        if (browser != null) {
            browser.close();
        }
    }

    @Test
    void showsMoreOfTheSearchThatIsShownWhateverStandsInTheFormMeanwhile() {
        index(Texts.folder(folder, Map.of("a.txt", "first\n".repeat(70), "b.txt", "second\n".repeat(70))));
        browser.open("http://localhost:" + port + "/?q=FIRST&path=a.*&ignoreCase=true");
        awaitHits(50);

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

    private void awaitHits(int number) {
        await().atMost(PATIENCE).until(() -> browser.findAll(".hit").size() >= number);
    }
}
