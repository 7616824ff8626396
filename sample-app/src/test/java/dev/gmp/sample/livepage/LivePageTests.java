package dev.gmp.sample.livepage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.gmp.GmpScheduler;
import dev.gmp.process.Processes;
import dev.gmp.sample.ServiceTest;
import dev.gmp.sample.Texts;
import dev.gmp.sample.search.RunningSearch;
import dev.gmp.sample.search.SearchRequest;
import dev.gmp.sample.search.SearchService;
import jakarta.servlet.Filter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.Keys;
import org.openqa.selenium.StaleElementReferenceException;
import org.openqa.selenium.WebElement;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.TestConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.test.context.TestPropertySource;

/**
 * The scheduler's page in a real browser, beside searches that never end. One application serves all tests. The
 * application writes JSON of its own in another way than Actuator does, which the page does not notice.
 * With {@code -Dsample.page.images=docs/images} it also takes the pictures that the documents show.
 */
@Tag("long")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
@TestPropertySource(
        properties = {
            "spring.jackson.property-naming-strategy=SNAKE_CASE",
            "spring.jackson.default-property-inclusion=non_null"
        })
class LivePageTests extends ServiceTest {

    /** Backtracks without end on a row of a's: the back reference keeps the JDK from remembering failures. */
    private static final String ENDLESS = "(a+)+\\1$";

    private static final int HOGS = 6;
    private static final String FOCUSABLE = "a[href], button, select, input, summary, [tabindex='0']";

    private static final String REQUESTS =
            "return performance.getEntriesByType('resource').filter(each => each.initiatorType === 'fetch').length";

    private static final String STACK_REQUESTS =
            "return performance.getEntriesByType('resource').filter(each => each.name.endsWith('?stacks=true')).length";

    @Autowired
    private GmpScheduler scheduler;

    private Browser browser;
    private List<RunningSearch> hogs;

    @BeforeAll
    void startHogs(@TempDir Path texts, @Autowired SearchService searches) {
        browser = Browser.get();
        index.start(Texts.folder(texts, Map.of("endless", "a".repeat(200) + "!"))
                .toString());
        awaitIndexed();
        hogs = IntStream.range(0, HOGS)
                .mapToObj(i -> searches.start(new SearchRequest(ENDLESS, null, false, 0, 1, null)))
                .toList();
        browser.open("http://localhost:" + port + "/actuator/gmpui");
    }

    @BeforeEach
    void beDesktop() {
        browser.beDesktop();
        browser.prefer("light");
        browser.run("performance.setResourceTimingBufferSize(100000)"); // 250 requests are counted by default
    }

    @AfterAll
    void stop() {
        if (hogs != null) {
            end(hogs);
        }
    }

    @Test
    @Order(1)
    void theVerdictNamesTheHogInWords() {
        eventually().untilAsserted(() -> {
            assertThat(browser.text("#verdict-headline"))
                    .contains("RunningSearch")
                    .containsAnyOf("is held for", "has computed for", "of the processors' time");
            assertThat(browser.find("#verdict").getAttribute("data-level")).isEqualTo("warn");
            assertThat(browser.text("#verdict-advice")).contains("Tasks by processor time");
            assertThat(browser.find("#announcement").getAttribute("textContent"))
                    .contains("RunningSearch");
        });
    }

    @Test
    @Order(2)
    void theHogIsFirstInTheListWithItsShareOfTheTime() {
        eventually().untilAsserted(() -> {
            assertThat(browser.text("#hogs > li:first-child strong")).isEqualTo("RunningSearch");
            assertThat(percent(browser.text("#hogs > li:first-child .hog-share")))
                    .isGreaterThan(20); // more where nobody else wants the CPUs
        });
        assertThat(browser.findAll("#lanes > li")).hasSize(scheduler.maxProcs());
        eventually().untilAsserted(() -> assertThat(browser.text("#lanes")).contains("runs RunningSearch"));
    }

    @Test
    @Order(3)
    void theHogShowsWhereInTheCodeItIs() {
        browser.find("#hogs > li:first-child summary").click();
        eventually()
                .untilAsserted(() -> assertThat(browser.text("#hogs > li:first-child pre"))
                        .as("its innermost frames: the expression recurses")
                        .containsAnyOf("java.util.regex.Pattern", "dev.gmp.sample.search.ShardSearch.search("));
        browser.find("#hogs > li:first-child summary").click();
    }

    @Test
    @Order(3)
    void figuresChartsAndTheHistogramAreFilled() {
        eventually().until(() -> browser.text("#connection").equals("live"));
        assertThat(browser.text("#figures")).contains("nmspinning", "Preemptions per s", "Hand-offs per s");
        assertThat(browser.text("#machine-states")).contains("running", "spinning", "overtime", "blocked", "idle");
        eventually().untilAsserted(() -> {
            assertThat(browser.findAll("#charts path.line"))
                    .isNotEmpty()
                    .allSatisfy(line -> assertThat(line.getAttribute("d")).contains("L"));
            assertThat(browser.text("#latency-words")).contains(": half below ");
        });
    }

    @Test
    @Order(4)
    void bulkheadsShowHowFullTheyAre() {
        eventually().untilAsserted(() -> {
            assertThat(browser.text("#limits > tr")).isEqualTo("reports 0 of 2 0 of 5 0");
        });
    }

    /** The columns: ready, running, blocked, idle, ended, failed, messages waiting, deepest mailbox, step time. */
    @Test
    @Order(4)
    void processesShowHowManyThereAreAndWhatWaits(@Autowired Processes processes) {
        eventually().untilAsserted(() -> {
            assertThat(browser.text("#processes > tr")).matches("indexer 0 0 0 0 [1-9]\\d* 0 0 0 \\S.*");
            boolean wasTooShortToWatch = processes.snapshot(0).sentToEnded() > 0;
            assertThat(browser.find("#misdirected").isDisplayed()).isEqualTo(wasTooShortToWatch);
        });
    }

    @Test
    @Order(4)
    void longWorkShowsHowFarItIs() {
        eventually().untilAsserted(() -> {
            assertThat(browser.text("#progress")).contains(ENDLESS, "0 of 1 goroutines");
            assertThat(browser.findAll("#progress progress")).hasSize(HOGS);
        });
    }

    @Test
    @Order(4)
    void noFigureIsUndefined() {
        eventually().untilAsserted(() -> {
            assertThat(browser.text("#facts")).contains("Queue capacity\nno limit");
        });
        assertThat(browser.text("body")).doesNotContain("undefined", "NaN");
    }

    /** The rest needs no more than one, and the machine has other tests to run. */
    @Test
    @Order(5)
    void longWorkThatEndsIsNoLongerShown() {
        end(hogs.subList(1, HOGS));
        eventually().until(() -> browser.findAll("#progress progress").size() == 1);
    }

    @Test
    @Order(6)
    void noStackIsAskedForOnceItsTaskHasLeftTheList() {
        Object stacksBefore = browser.run(STACK_REQUESTS);
        browser.run("""
                const details = document.querySelector('#hogs > li:first-child details');
                details.dataset.task = 'nobody';
                details.addEventListener('toggle', () => details.closest('li').remove());
                details.open = true;""");
        long before = (Long) browser.run(REQUESTS);
        eventually().until(() -> (Long) browser.run(REQUESTS) - (Long) browser.run(STACK_REQUESTS) >= before + 4);
        assertThat((Long) browser.run(STACK_REQUESTS))
                .as("one may have been under way")
                .isLessThanOrEqualTo((Long) stacksBefore + 1);
    }

    @Test
    @Order(6)
    void coloursFollowTheSystemUntilTheSwitchIsUsed() {
        browser.prefer("dark");
        eventually().until(() -> Colours.isDark(browser));
        assertThat(Colours.tooPale(browser)).isEmpty();
        browser.prefer("light");
        eventually().until(() -> !Colours.isDark(browser));
        assertThat(Colours.tooPale(browser)).isEmpty();
        browser.find("#theme").click();
        assertThat(Colours.isDark(browser)).isTrue();
        browser.reload();
        assertThat(Colours.isDark(browser)).as("after a reload").isTrue();
        browser.find("#theme").click();
        assertThat(Colours.isDark(browser)).isFalse();
        browser.run("localStorage.clear()");
    }

    @Test
    @Order(6)
    void aPhoneNeedsNoScrollingToTheSide() {
        browser.bePhone();
        eventually().until(() -> browser.findAll("#hogs > li"), hasSome -> !hasSome.isEmpty());
        assertThat((Long) browser.run("return document.documentElement.scrollWidth"))
                .isEqualTo(320);
        assertThat(browser.tooWide()).isEmpty();
    }

    @Test
    @Order(7)
    void theKeyboardReachesEveryControlAndShowsWhereItIs() {
        // So that nothing comes and goes meanwhile.
        browser.find("#pause").click();
        long controls = browser.findAll(FOCUSABLE).stream()
                .filter(WebElement::isDisplayed)
                .count();
        Set<Object> reached = new HashSet<>();
        // Once around, wherever the focus is now, by way of the browser's own controls.
        for (int i = 0; i < 2 * controls; i++) {
            browser.tab();
            if (Boolean.FALSE.equals(browser.run("return document.activeElement === document.body"))) {
                assertThat((String) browser.run("return getComputedStyle(document.activeElement).outlineStyle"))
                        .isNotEqualTo("none");
                reached.add(browser.run("return [...document.querySelectorAll('*')].indexOf(document.activeElement)"));
            }
        }
        browser.find("#pause").click();
        assertThat(reached).hasSizeGreaterThanOrEqualTo((int) controls);
    }

    /** Only when asked for. Best taken after a minute or two, when the charts have something to show. */
    @Test
    @Order(8)
    @EnabledIfSystemProperty(named = "sample.page.images", matches = ".+")
    @Timeout(300)
    void photographsForTheDocuments() {
        Path folder = Path.of("..").resolve(System.getProperty("sample.page.images"));
        await().atMost(Duration.ofMinutes(3))
                .until(() -> (Long) browser.run(REQUESTS) >= Long.getLong("sample.page.seconds", 120));
        browser.run("document.activeElement.blur(); window.scrollTo(0, 0)");
        browser.photograph(folder.resolve("live-page-light.png"));
        browser.prefer("dark");
        eventually().until(() -> Colours.isDark(browser));
        browser.photograph(folder.resolve("live-page-dark.png"));
        browser.bePhone();
        browser.run("window.scrollTo(0, 0)");
        browser.photograph(folder.resolve("live-page-phone.png"));
    }

    @Test
    @Order(9)
    void allIsWellWhenTheHogsAreGone() {
        end(hogs);
        eventually()
                .untilAsserted(
                        () -> assertThat(browser.text("#verdict-headline")).startsWith("All is well"));
        eventually().until(() -> !browser.find("#progress-card").isDisplayed());
    }

    @Test
    @Order(10)
    void pausesAndGoesOnByKeyboard() {
        browser.run("document.getElementById('pause').focus()");
        browser.press(Keys.SPACE);
        assertThat(browser.text("#connection")).isEqualTo("paused");
        assertThat(browser.find("#pause").getAttribute("aria-pressed")).isEqualTo("true");
        browser.press(Keys.ENTER);
        eventually().until(() -> browser.text("#connection").equals("live"));
    }

    @Test
    @Order(11)
    void asksNothingWhileItIsHidden() {
        browser.whileMinimised(() -> {
            eventually().until(() -> Boolean.TRUE.equals(browser.run("return document.hidden")));
            AtomicReference<Object> asked = new AtomicReference<>(browser.run(REQUESTS));
            await().during(Duration.ofMillis(2_500)).atMost(PATIENCE).until(() -> {
                Object now = browser.run(REQUESTS); // one that was under way is counted when it ends
                return now.equals(asked.getAndSet(now));
            });
        });
    }

    @Test
    @Order(12)
    void nothingWasRefusedByItsOwnContentPolicy() {
        assertThat(browser.complaints()).isEmpty();
    }

    /** A violation of the policy, and one that is meant: no page shows this one in a frame, not even one of the same host. */
    @Test
    @Order(14)
    void noPageShowsItInAFrame() {
        browser.inNewWindow(() -> {
            browser.open("http://localhost:" + port + "/");
            browser.run("""
                    const frame = document.createElement('iframe');
                    frame.src = '/actuator/gmpui';
                    document.body.append(frame);""");
            eventually()
                    .untilAsserted(() -> assertThat(browser.complaints())
                            .anySatisfy(complaint -> assertThat(complaint).contains("frame-ancestors 'none'")));
        });
    }

    @Test
    @Order(13)
    void anExpiredLoginIsToldFromAnOutage(@Autowired Login login) {
        login.expired = true;
        try {
            eventually().untilAsserted(() -> {
                assertThat(browser.text("#connection")).isEqualTo("no access");
                assertThat(browser.text("#lost")).contains("Sign in");
            });
        } finally {
            login.expired = false;
        }
        eventually().until(() -> browser.text("#connection").equals("live"));
    }

    @Test
    @Order(13)
    void aLostConnectionIsSaidAndItsReturnToo() {
        browser.goOffline(true);
        eventually().untilAsserted(() -> {
            assertThat(browser.text("#connection")).isEqualTo("connection lost");
            assertThat(browser.text("#lost")).contains("Connection lost", "has not answered since");
        });
        browser.goOffline(false);
        eventually().until(() -> browser.text("#connection").equals("live"));
        eventually().until(() -> !browser.find("#lost").isDisplayed());
    }

    private static ConditionFactory eventually() {
        return await().atMost(PATIENCE).ignoreException(StaleElementReferenceException.class);
    }

    private static int percent(String text) {
        return Integer.parseInt(text.replace(" %", ""));
    }

    private static void end(List<RunningSearch> hogs) {
        hogs.forEach(RunningSearch::cancel);
        hogs.forEach(hog -> hog.result().join());
    }

    /** Sends whoever reads the endpoint to sign in once that is over, as a form login or a proxy does. */
    @TestConfiguration
    static class Login {

        volatile boolean expired;

        @Bean
        Filter loginFilter() {
            return (request, response, chain) -> {
                boolean asked = ((HttpServletRequest) request).getRequestURI().equals("/actuator/gmp");
                if (asked && expired) {
                    ((HttpServletResponse) response).sendRedirect("/login");
                } else {
                    chain.doFilter(request, response);
                }
            };
        }
    }
}
