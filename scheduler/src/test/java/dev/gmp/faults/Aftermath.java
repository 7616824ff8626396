package dev.gmp.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gmp.GmpScheduler;
import dev.gmp.observe.SchedulerCounters;
import dev.gmp.observe.SchedulerSnapshot;
import dev.gmp.testkit.Schedulers;
import dev.gmp.testkit.Tally;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;

/** What must hold of a scheduler after a fault, whatever it was. */
final class Aftermath {

    private static final int TASKS = 1_000;
    private static final int FROM_INSIDE = 10;

    private Aftermath() {}

    /** It runs many tasks once each, of which some come from inside; then it rests with all that it had, and closes. */
    static void isHarmless(GmpScheduler scheduler) throws InterruptedException {
        runsTasksOnce(scheduler);
        countsAsBefore(scheduler);
        scheduler.shutdown();
        Schedulers.awaitTermination(scheduler);
        SchedulerCounters counters = scheduler.snapshot().counters();
        assertThat(counters.completed()).isEqualTo(counters.created());
        assertThat(counters.machinesEnded()).isEqualTo(counters.machinesCreated());
    }

    /** Once it has nothing to do: no processor, no goroutine and no timer is missing or too many. */
    static void countsAsBefore(GmpScheduler scheduler) {
        SchedulerSnapshot idle = Schedulers.awaitIdle(scheduler);
        assertThat(idle.idleProcs()).isEqualTo(scheduler.maxProcs());
        assertThat(idle.timersPending()).isZero();
        assertThat(idle.counters().created()).isEqualTo(idle.counters().completed());
        assertThat(idle.goroutines().live()).isZero();
    }

    /** It runs many tasks once each, of which most come from inside. */
    static void runsTasksOnce(GmpScheduler scheduler) throws InterruptedException {
        Tally tally = new Tally(TASKS);
        CountDownLatch ended = new CountDownLatch(TASKS);
        for (int first = 0; first < TASKS; first += FROM_INSIDE) {
            int from = first;
            accepting(scheduler).execute(() -> {
                for (int task = from + 1; task < from + FROM_INSIDE; task++) {
                    start(scheduler, tally, task, ended);
                }
                tally.ran(from);
                ended.countDown();
            });
            tally.accepted(from);
        }
        assertThat(ended.await(60, TimeUnit.SECONDS))
                .as("%s; %s", tally.faults(), scheduler.snapshot())
                .isTrue();
        assertThat(tally.faults()).isEmpty();
    }

    private static void start(GmpScheduler scheduler, Tally tally, int task, CountDownLatch ended) {
        tally.accepted(task);
        accepting(scheduler).execute(() -> {
            tally.ran(task);
            ended.countDown();
        });
    }

    /** Past the limit of the queue, where a test has set one. */
    private static Executor accepting(GmpScheduler scheduler) {
        return scheduler.config().bounded() ? scheduler::resume : scheduler;
    }
}
