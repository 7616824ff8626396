package dev.gmp.sample.livepage;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** What the page shows of a goroutine profile. */
class GoroutineScriptTests extends BrowserTest {

    /** Two groups with a common caller. */
    private static final String PROFILE = """
            const { wordsOf } = await import('./goroutines.js');
            const { showGroups } = await import('./groups.js');
            const { element } = await import('./dom.js');
            const states = { runnable: 0, running: 0, waiting: 30, syscall: 0 };
            const profile = {
              scheduler: 'default', live: 40, examined: 40, sampled: false, groupCount: 2, took: 'PT0.02S', stacksAllowed: true,
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
        assertThat(run(PROFILE + """
                show('');
                return [...list.querySelectorAll('summary')].map((summary) => summary.textContent);"""))
                .isEqualTo(List.of(
                        "30 \u00d7 Order, waiting for channel receive, the oldest for 5.0 s", "10, waiting for sleep"));
    }

    @Test
    void theSearchFindsFramesLabelsAndWaits() {
        assertThat(run(PROFILE + """
                const found = (sought) => {
                  show(sought);
                  return list.querySelectorAll('details').length;
                };
                return [...['nap', 'ROUTE=/A', 'order.run', 'nothing'].map(found), list.textContent];""")).isEqualTo(List.of(1L, 1L, 2L, 0L, "No group has this text."));
    }

    @Test
    void groupsThatAreNotListedAreCounted() {
        assertThat(run(PROFILE + """
                profile.groups = Array.from({ length: 57 }, () => ({ ...profile.groups[0], waits: { 'lock A': 1, 'lock B': 29 } }));
                show('');
                return [list.firstChild.querySelector('summary').textContent, list.lastChild.textContent];"""))
                .isEqualTo(List.of(
                        "30 \u00d7 Order, waiting for lock A and 1 more, the oldest for 5.0 s",
                        "7 smaller groups are not listed. The search finds them."));
    }

    @Test
    void theFlameGraphJoinsCommonCallersAndZooms() {
        assertThat(run(PROFILE + """
                show('');
                document.body.append(flame);
                const all = frames();
                flame.querySelectorAll('button')[2].click();
                const zoomed = [...frames(), document.activeElement.textContent];
                flame.querySelector('button').click();
                return [all, zoomed, frames().length];"""))
                .isEqualTo(List.of(
                        List.of(
                                "all goroutines: 40, 100 %",
                                "com.example.Order.run: 40, 100 %",
                                "com.example.Park.park: 30, 75 %",
                                "com.example.Nap.nap: 10, 25 %"),
                        List.of("com.example.Park.park: 30, 75 %", "Park.park"),
                        4L));
    }

    @Test
    void aSampleAndHiddenStacksAreSaid() {
        assertThat(run(PROFILE + """
                return wordsOf({ ...profile, sampled: true, stacksAllowed: false });"""))
                .asString()
                .startsWith(
                        "default: 40 goroutines in 2 groups, read in 20 ms. The numbers are of 40, a random sample of those reached. Stack traces are hidden.");
    }

    @Test
    void suspectsSayHowManyMoreThereAre() {
        assertThat(run(PROFILE + """
                const { showSuspects } = await import('./suspects.js');
                const [suspectsBox, suspects] = [element('div'), element('ol')];
                const { states: none, ...group } = profile.groups[0];
                showSuspects({ suspectsBox, suspects },
                  { time: '2026-11-28T12:00:05Z', suspects: [{ ...group, grown: 20, since: '2026-11-28T12:00:00Z' }] });
                const shown = suspects.querySelector('summary').textContent;
                const stack = suspects.querySelector('pre').textContent;
                showSuspects({ suspectsBox, suspects }, {});
                return [shown, stack.includes('Order.run(Order.java:9)'), suspectsBox.hidden];"""))
                .isEqualTo(List.of(
                        "30 \u00d7 Order, waiting for channel receive, the oldest for 5.0 s, 20 more than 5.0 s ago",
                        true,
                        true));
    }

    @Test
    void aDeadlockNamesEachThreadOfItsCycle() {
        assertThat(run("""
                const { showDeadlocks } = await import('./suspects.js');
                const { element } = await import('./dom.js');
                const parts = { deadlocksBox: element('div'), deadlocks: element('ol'), notTold: element('p') };
                const thread = (id, task, waitsFor) => ({ id, name: `t${id}`, task, waitsFor, labels: { route: '/a' }, stack: ['frame'] });
                const one = thread(3, null, 'CompletableFuture');
                showDeadlocks(parts, { notTold: ['1 thread waits'], deadlocks: [
                  { threads: [thread(1, 'com.example.Order$$Lambda', 'lock A'), thread(2, 'com.example.Pay', 'monitor B')] }, { threads: [one] }] });
                return [...parts.deadlocks.querySelectorAll('summary')].map((each) => each.textContent)
                  .concat(parts.deadlocks.querySelector('pre').textContent, parts.notTold.textContent, String(parts.deadlocksBox.hidden));"""))
                .isEqualTo(List.of(
                        "Order (thread 1) waits for lock A, which Pay (thread 2) holds",
                        "Pay (thread 2) waits for monitor B, which Order (thread 1) holds",
                        "t3 (thread 3) waits for CompletableFuture, which it must give itself",
                        "task: com.example.Order$$Lambda\nthread: t1\nlabel: route=/a\nframe",
                        "Not all deadlocks can be found: 1 thread waits.",
                        "false"));
    }
}
