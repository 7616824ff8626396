package dev.gmp.sample.livepage;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** What the page shows of a goroutine profile. */
class GoroutineScriptTests extends BrowserTest {

    /** Two groups with a common caller. */
    private static final String PROFILE = """
            const { showGroups, wordsOf } = await import('./goroutines.js');
            const { element } = await import('./dom.js');
            const states = { runnable: 0, running: 0, waiting: 30, syscall: 0 };
            const profile = {
              live: 40, examined: 40, sampled: false, groupCount: 2, took: 'PT0.02S', stacksAllowed: true,
              groups: [
                { count: 30, states, oldestWait: 'PT5S', tasks: { 'com.example.Order$$Lambda': 30 }, labels: { 'route=/a': 30 },
                  waits: { 'channel receive': 30 }, stack: ['com.example.Park.park(Park.java:3)', 'com.example.Order.run(Order.java:9)'] },
                { count: 10, states, oldestWait: null, tasks: {}, labels: {},
                  waits: { sleep: 10 }, stack: ['com.example.Nap.nap(Nap.java:3)', 'com.example.Order.run(Order.java:9)'] },
              ],
            };
            const list = element('ol');
            const flame = element('div');
            const show = (sought) => showGroups(list, flame, profile, sought);
            const frames = () => [...flame.querySelectorAll('button')].map((button) => button.title);
            """;

    @Test
    void groupsSayHowManyAndWhatFor() {
        assertThat(browser.run(PROFILE + """
                show('');
                return [...list.querySelectorAll('summary')].map((summary) => summary.textContent);"""))
                .isEqualTo(List.of(
                        "30 \u00d7 Order, waiting for channel receive, the oldest for 5.0 s", "10, waiting for sleep"));
    }

    @Test
    void theSearchFindsFramesLabelsAndWaits() {
        assertThat(browser.run(PROFILE + """
                return ['nap', 'ROUTE=/A', 'order.run', 'nothing'].map((sought) => { show(sought); return list.children.length; });""")).isEqualTo(List.of(1L, 1L, 2L, 0L));
    }

    @Test
    void theFlameGraphJoinsCommonCallersAndZooms() {
        assertThat(browser.run(PROFILE + """
                show('');
                const all = frames();
                flame.querySelectorAll('button')[2].click();
                const zoomed = frames();
                flame.querySelector('button').click();
                return [all, zoomed, frames().length];"""))
                .isEqualTo(List.of(
                        List.of(
                                "all goroutines: 40, 100 %",
                                "com.example.Order.run: 40, 100 %",
                                "com.example.Park.park: 30, 75 %",
                                "com.example.Nap.nap: 10, 25 %"),
                        List.of("com.example.Park.park: 30, 75 %"),
                        4L));
    }

    @Test
    void aSampleAndHiddenStacksAreSaid() {
        assertThat(browser.run(PROFILE + """
                return wordsOf({ ...profile, sampled: true, stacksAllowed: false });"""))
                .asString()
                .startsWith(
                        "40 goroutines in 2 groups, read in 20 ms. The numbers are of 40, a random sample of those reached. Stack traces are hidden.");
    }
}
