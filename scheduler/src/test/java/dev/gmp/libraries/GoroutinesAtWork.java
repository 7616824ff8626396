package dev.gmp.libraries;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.gmp.GmpScheduler;
import dev.gmp.config.GoroutineMode;
import dev.gmp.internal.jdk.VirtualThreads;
import dev.gmp.observe.SchedulerSnapshot;
import dev.gmp.testkit.Schedulers;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Future;
import java.util.function.IntFunction;

/** A scheduler of virtual goroutines on which many calls of some library run at once. */
final class GoroutinesAtWork implements AutoCloseable {

    private static final int PROCS = 2;

    /** From this JDK on nothing that these libraries do in Java code holds a thread (JEP 491). */
    private static final int UNPINNED_FEATURE = 24;

    private final GmpScheduler scheduler;
    private int mostCalls;

    GoroutinesAtWork() {
        this(1_000);
    }

    GoroutinesAtWork(int maxMachines) {
        assumeTrue(VirtualThreads.available(), VirtualThreads::reason);
        scheduler = GmpScheduler.builder()
                .name("work")
                .maxProcs(PROCS)
                .maxMachines(maxMachines)
                .goroutines(GoroutineMode.VIRTUAL)
                .build();
    }

    GmpScheduler scheduler() {
        return scheduler;
    }

    /** Makes one call alone, which loads the library's classes: a goroutine that waits for a class initialiser holds a thread. */
    <T> void warmUp(Call<T> call) throws Exception {
        scheduler.submit(() -> call.make(0)).get();
    }

    /** Calls from so many goroutines at once, and compares what each one gets with what it should. */
    <T> void checkAll(int calls, Call<T> call, IntFunction<T> expected) throws Exception {
        mostCalls = Math.max(mostCalls, calls);
        List<Future<T>> results = new ArrayList<>();
        for (int i = 0; i < calls; i++) {
            int number = i;
            results.add(scheduler.submit(() -> call.make(number)));
        }
        for (int i = 0; i < calls; i++) {
            assertThat(results.get(i).get()).as("call %d", i).isEqualTo(expected.apply(i));
        }
    }

    /** Whether nothing that libraries do in Java code holds a thread on this JDK. */
    static boolean isUnpinned() {
        return Runtime.version().feature() >= UNPINNED_FEATURE;
    }

    /**
     * All calls have been accepted, and there was not a thread for each: only those that run, some that file access has
     * held, and on a machine that is busy otherwise those that the kernel kept waiting and that seemed to block.
     */
    void checkThreads() {
        assertThat(scheduler.snapshot().counters().rejections()).isZero();
        if (isUnpinned()) {
            assertThat(scheduler.snapshot().counters().machinesCreated())
                    .isLessThanOrEqualTo(Math.max(PROCS * 32, mostCalls - 1));
        }
    }

    /** Ends the scheduler, and sees that nothing was left. */
    @Override
    public void close() {
        scheduler.shutdown();
        Schedulers.awaitTermination(scheduler);
        SchedulerSnapshot end = scheduler.snapshot();
        assertThat(end.goroutines().live()).isZero();
        assertThat(end.counters().completed()).isEqualTo(end.counters().created());
    }

    /** One call of a library. */
    interface Call<T> {
        T make(int number) throws Exception;
    }
}
