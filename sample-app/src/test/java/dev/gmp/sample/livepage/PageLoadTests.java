package dev.gmp.sample.livepage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.gmp.GmpScheduler;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.StaleElementReferenceException;
import org.springframework.beans.factory.annotation.Autowired;

/** The scheduler's page as a whole, in a real browser; {@link LivePageTests} looks into each part of it. */
class PageLoadTests extends BrowserTest {

    @Test
    void thePageIsFilledAndNoScriptComplains(@Autowired GmpScheduler scheduler) {
        browser.open("http://localhost:" + port + "/actuator/gmpui");
        await().atMost(PATIENCE)
                .ignoreException(StaleElementReferenceException.class)
                .untilAsserted(() -> {
                    assertThat(browser.text("#connection")).isEqualTo("live");
                    assertThat(browser.text("#verdict-headline")).isNotEmpty();
                    assertThat(browser.findAll("#lanes > li")).hasSize(scheduler.maxProcs());
                    assertThat(browser.findAll("#charts path.line"))
                            .isNotEmpty()
                            .allSatisfy(
                                    line -> assertThat(line.getAttribute("d")).contains("L"));
                });
        assertThat(browser.text("#figures")).contains("nmspinning", "Preemptions per s", "Hand-offs per s");
        assertThat(browser.text("body")).doesNotContain("undefined", "NaN");
        assertThat(browser.complaints()).isEmpty();
    }
}
