package dev.gmp.sample.livepage;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the page concludes from what it has seen: the verdict, and who takes the processors' time. */
class VerdictScriptTests extends PageScriptTest {

    /** Makes the level and advice of a scheduler that has answered four times, a second apart. */
    private static final String VERDICT = ANSWER + """
            const { verdictOf } = await import('./verdict.js');
            const buckets = (slowest) => [...Array(slowest + 1).keys()].map((bucket) => ({ count: bucket === slowest ? 1 : 0 }));
            const none = { buckets: buckets(18).map(() => ({ count: 0 })) };
            const verdict = (changes) => {
              const calm = { ...answer({ uptime: 'PT1S', completed: 1, created: 1 }), phase: 'running', stalled: false,
                procs: 2, idleProcs: 2, goroutines: { runnable: 0 }, idleQueued: 0, oldestRunnable: 'PT0S', schedulingLatency: none,
                settings: { queueCapacity: null, maxMachines: 10 }, machines: { running: 0, spinning: 0, blocked: 0, overtime: 0, idle: 0 } };
              calm.counters.rejections = 0;
              history.add(calm, 0);
              for (let second = 1; second < 4; second++) history.add({ ...calm, ...changes }, second * 1000);
              const { level, advice } = verdictOf(history, []);
              return [level, advice];
            };
            """;

    /** It and the browser may have clocks that are hours apart. */
    @Test
    void howLongAgoALossWasIsTheApplicationsToSay() {
        assertThat(browser.run("""
                const { recentLosses } = await import('./hogs.js');
                const at = (time) => ({ time: `2001-01-01T${time}Z` });
                const scheduler = { ...at('12:00:00.5'), recentLosses: [at('11:59:59.123456'), at('11:59:01'), at('11:58:59')] };
                return recentLosses(scheduler, 60).length;""")).isEqualTo(2L);
    }

    /** An answer has 200 machines at the most. */
    @Test
    void sharesAreThoseOfTheTasksThatAreShown() {
        assertThat(browser.run(ANSWER + """
                const { hogsOf } = await import('./hogs.js');
                const machine = (id) => ({ id, state: 'overtime', running: 'Task', runningFor: 'PT1S' });
                history.add({ ...answer({ uptime: 'PT1S', completed: 1, created: 1 }), procs: 2,
                  machines: { running: 1, overtime: 680 }, machineDetails: [...Array(200).keys()].map(machine) }, 0);
                return hogsOf(history)[0].share;""")).isEqualTo(1L);
    }

    /** It is there to wait until nothing else does. */
    @Test
    void idlePriorityWorkThatWaitsIsNoTrouble() {
        assertThat(browser.run(VERDICT + """
                return verdict({ procs: 2, idleProcs: 0, goroutines: { runnable: 5000 }, idleQueued: 5000 });"""))
                .isEqualTo(List.of("good", "5,000 idle-priority tasks wait until nothing else does."));
    }

    @ParameterizedTest
    @ValueSource(strings = {"0: There was more work than processors", "1: Processors were idle whenever"})
    void longWaitsHaveAnotherCauseWhereProcessorsAreIdle(String idleAndAdvice) {
        String[] parts = idleAndAdvice.split(": ");
        assertThat(browser.run(VERDICT + """
                return verdict({ procs: 2, idleProcs: %s, schedulingLatency: { buckets: buckets(18) } })[1];""".formatted(parts[0]))).asString().startsWith(parts[1]);
    }
}
