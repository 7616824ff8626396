package dev.gmp.sample.livepage;

import dev.gmp.sample.ServiceTest;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInstance;

/** Single scripts of the scheduler's page in a real browser, with what they are given made up, and nobody who asks anything. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class BrowserTest extends ServiceTest {

    /** Makes answers of the endpoint with nothing going on. */
    static final String ANSWER = """
            const { History } = await import('./history.js');
            const history = new History();
            const answer = ({ uptime, completed, created }) => ({
              uptime, machineDetails: [], machines: {}, processors: [], goroutines: {}, schedulingLatency: { buckets: [] },
              counters: { completed, created, cooperativePreemptions: 0, handoffPreemptions: 0, handoffs: 0 },
            });
            """;

    /** What scripts share. One that uses it leaves the page to no other. */
    private static final Pattern SHARED = Pattern.compile("\\b(window|document|Element|AbortSignal)\\b");

    Browser browser;
    private boolean isUsed = true;

    @BeforeAll
    void takeBrowser() {
        browser = Browser.get();
    }

    @BeforeEach
    void openAnew() {
        if (isUsed) {
            browser.open("http://localhost:" + port + "/actuator/gmpui/dom.js");
            isUsed = false;
        }
    }

    Object run(String script) {
        isUsed |= SHARED.matcher(script).find();
        return browser.run(script);
    }
}
