package dev.gmp.sample.livepage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.gmp.sample.ServiceTest;
import dev.gmp.sample.Texts;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.WebElement;

/** The page of the search in a real browser. */
class SearchPageTests extends ServiceTest {

    private Browser browser;

    @BeforeEach
    void startBrowser() {
        browser = Browser.start();
    }

    @AfterEach
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

    private void awaitHits(int number) {
        await().atMost(PATIENCE).until(() -> browser.findAll(".hit").size() >= number);
    }
}
