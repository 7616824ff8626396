package dev.gmp.sample.livepage;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the page concludes from what it has seen: the verdict, and who takes the processors' time. */
class VerdictScriptTests extends BrowserTest {

    /** Makes the verdict on a scheduler that has answered four times, a second apart. */
    private static final String VERDICT = ANSWER + """
            const { verdictOf } = await import('./verdict.js');
            const { hogsOf } = await import('./hogs.js');
            const buckets = (slowest) => [...Array(slowest + 1).keys()].map((bucket) => ({ count: bucket === slowest ? 1 : 0 }));
            const none = { buckets: buckets(18).map(() => ({ count: 0 })) };
            const verdict = (changes, before = changes) => {
              const calm = { ...answer({ uptime: 'PT1S', completed: 1, created: 1 }), phase: 'running', stalled: false,
                procs: 2, idleProcs: 2, goroutines: { runnable: 0 }, idleQueued: 0, oldestRunnable: 'PT0S', schedulingLatency: none,
                settings: { queueCapacity: null, maxMachines: 10 }, machines: { running: 0, spinning: 0, blocked: 0, overtime: 0, locked: 0, idle: 0 } };
              calm.counters.rejections = 0;
              history.add(calm, 0);
              history.add({ ...calm, ...before }, 1000);
              history.add({ ...calm, ...before }, 2000);
              history.add({ ...calm, ...changes }, 3000);
              return verdictOf(history, hogsOf(history));
            };
            const threads = (state, count, name) =>
              [...Array(count).keys()].map((index) => ({ state, running: name(index), runningFor: null }));
            const held = (computing, waiting, others) => ({
              machines: { running: 0, spinning: 0, blocked: waiting + others, overtime: computing, locked: 0, idle: 0 },
              machineDetails: [...threads('overtime', computing, () => 'Computes'), ...threads('blocked', waiting, () => 'Waits'),
                ...threads('blocked', others, (index) => `Other${index}`)] });
            """;

    /** It and the browser may have clocks that are hours apart. */
    @Test
    void howLongAgoALossWasIsTheApplicationsToSay() {
        assertThat(run("""
                const { recentLosses } = await import('./hogs.js');
                const at = (time) => ({ time: `2001-01-01T${time}Z` });
                const scheduler = { ...at('12:00:00.5'), recentLosses: [at('11:59:59.123456'), at('11:59:01'), at('11:58:59')] };
                return recentLosses(scheduler, 60).length;""")).isEqualTo(2L);
    }

    /** An answer has 1,000 machines at the most. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "procs: 2, machines: { running: 1, overtime: 680 } = 1",
                "procs: 400, machines: { running: 400, overtime: 0 } = 1",
                "procs: 400, machines: { running: 300, overtime: 0 } = 0.75"
            })
    void sharesAreThoseOfTheTasksThatAreShown(String machinesAndShare) {
        String[] parts = machinesAndShare.split(" = ");
        assertThat(run(ANSWER + """
                const { hogsOf } = await import('./hogs.js');
                const machine = (id) => ({ id, state: 'overtime', running: 'Task', runningFor: 'PT1S' });
                history.add({ ...answer({ uptime: 'PT1S', completed: 1, created: 1 }), %s,
                  machineDetails: [...Array(200).keys()].map(machine) }, 0);
                return String(hogsOf(history)[0].share);""".formatted(parts[0]))).isEqualTo(parts[1]);
    }

    /** The request for the page may have lost its processor, as any task may. */
    @Test
    void theRequestForThePageIsNoTaskInWhicheverStateItIs() {
        assertThat(run(ANSWER + """
                const { hogsOf } = await import('./hogs.js');
                const machine = { id: 1, state: 'overtime', runningFor: null };
                history.add({ ...answer({ uptime: 'PT1S', completed: 1, created: 1 }), procs: 1, machines: { running: 0, overtime: 2 },
                  machineDetails: [{ ...machine, observing: true }, { ...machine, running: 'Task' }] }, 0);
                return [history.now.machines.overtime, hogsOf(history)[0].share];""")).isEqualTo(List.of(1L, 1L));
    }

    @ParameterizedTest
    @ValueSource(strings = {"2: running on M0, M1", "9: running on M0, M1, M2, M3, M4, M5, M6, M7 and 1 more"})
    void ofManyMachinesAFewAreNamed(String machinesAndWords) {
        String[] parts = machinesAndWords.split(": ");
        assertThat(run("""
                const { doing } = await import('./hogs.js');
                return doing({ now: [...Array(%s).keys()].map((machine) => ({ machine, state: 'running' })) });""".formatted(parts[0]))).isEqualTo(parts[1]);
    }

    @Test
    void aStormOfYieldsIsWorthALook() {
        assertThat(run(VERDICT + """
                const time = '2001-01-01T12:00:10Z';
                const storm = (time) => ({ time, kind: 'yields', task: 'org.Pool', ran: 'PT0.01S' });
                const counters = (repeatedYields) => ({ completed: 1, created: 1, cooperativePreemptions: 0,
                  handoffPreemptions: 0, handoffs: 0, rejections: 0, repeatedYields });
                const past = { time, counters: counters(1000), recentLosses: [storm('2001-01-01T11:59:50Z')] };
                history.add({ ...past, uptime: 'PT1S', machineDetails: [], machines: {}, processors: [], goroutines: {},
                  schedulingLatency: { buckets: [] } }, 0);
                const now = { time, counters: counters(7001000), recentLosses: [storm(time)] };
                const found = verdict(now, past);
                return [found.level, found.headline];"""))
                .isEqualTo(List.of("warn", "Pool yields again and again: 700,000 times a second."));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "deadlocks: 1, suspectedGoroutines: 300 = 1 deadlock: threads wait for each other, and never go on.",
                "deadlocks: 0, suspectedGoroutines: 300 = 300 goroutines seem to be forgotten.",
                "deadlocks: 0, suspectedGoroutines: 0 = All is well: the processors are idle."
            })
    void deadlocksAndLeaksAreNamed(String foundAndHeadline) {
        String[] parts = foundAndHeadline.split(" = ");
        assertThat(run(VERDICT + "return verdict({ %s }).headline;".formatted(parts[0])))
                .isEqualTo(parts[1]);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            stalled: true            | Stalled    | 1 deadlock: threads wait for each other, and never go on.
            suspectedGoroutines: 300 | 1 deadlock | 300 goroutines seem to be forgotten.
            procs: 2                 | 1 deadlock | nothing
            """)
    void aDeadlockHidesNoOtherTroubleAndNoneHidesIt(String trouble, String worst, String also) {
        assertThat(run(VERDICT + """
                const { headline, advice } = verdict({ deadlocks: 1, %s });
                return [headline.split(':')[0], advice.split('Also: ')[1] ?? 'nothing'];""".formatted(trouble))).isEqualTo(List.of(worst, also));
    }

    /** They wait, and no other task can have their threads. */
    @Test
    void machinesThatAreLockedToTasksThatWaitAreInUse() {
        assertThat(run(VERDICT + """
                const locked = { machines: { running: 1, spinning: 0, blocked: 0, overtime: 0, locked: 9, idle: 0 },
                  machineDetails: [...threads('running', 1, () => 'Computes'), ...threads('locked', 9, () => 'Waits')] };
                const { kind, advice } = verdict({ goroutines: { runnable: 1 }, ...locked });
                const [first, second] = hogsOf(history);
                return [kind, advice.split('. ')[0], first.name, first.share, second.name, second.share];"""))
                .isEqualTo(List.of("machines", "Most threads are held by Waits", "Computes", 0.375, "Waits", 0L));
    }

    /** It is there to wait until nothing else does. */
    @Test
    void idlePriorityWorkThatWaitsIsNoTrouble() {
        assertThat(run(VERDICT + """
                const { level, advice } = verdict({ procs: 2, idleProcs: 0, goroutines: { runnable: 5000 }, idleQueued: 5000 });
                return [level, advice];"""))
                .isEqualTo(List.of("good", "5,000 idle-priority tasks wait until nothing else does."));
    }

    @ParameterizedTest
    @ValueSource(strings = {"0: There was more work than processors", "1: Processors were idle in each sample"})
    void longWaitsHaveAnotherCauseWhereProcessorsAreIdle(String idleAndAdvice) {
        String[] parts = idleAndAdvice.split(": ");
        assertThat(run(VERDICT + """
                return verdict({ procs: 2, idleProcs: %s, schedulingLatency: { buckets: buckets(18) } }).advice;""".formatted(parts[0]))).asString().startsWith(parts[1]);
    }

    /** It need not be the one that computes most. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "20, 31, 9: Most threads are held by Waits.",
                "20, 30, 10: Waits holds 30 of the 60 threads that have a task.",
                "31, 20, 9: Most threads are held by Computes."
            })
    void theCulpritIsWhoHoldsMostThreads(String heldAndAdvice) {
        String[] parts = heldAndAdvice.split(": ");
        assertThat(run(VERDICT + """
                return verdict({ stalled: true, ...held(%s) }).advice;""".formatted(parts[0]))).asString().startsWith(parts[1]);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "held(0, 31, 29): 60 threads are held by tasks that block, most of them by Waits.",
                "held(0, 30, 30): 60 threads are held by tasks that block, 30 of them by Waits.",
                "held(0, 3, 57): 60 threads are held by tasks that block, 3 of them by Waits.",
                "held(0, 3, 57), { machineDetails: threads('blocked', 60, () => 'Before') }: 60 threads are held by tasks that block, 3 of them by Waits."
            })
    void ofThreadsThatAreHeldMostAreMoreThanHalf(String heldAndHeadline) {
        String[] parts = heldAndHeadline.split(": (?=60)");
        assertThat(run(VERDICT + """
                return verdict(%s).headline;""".formatted(parts[0]))).isEqualTo(parts[1]);
    }
}
