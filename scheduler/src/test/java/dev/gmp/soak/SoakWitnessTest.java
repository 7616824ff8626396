package dev.gmp.soak;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gmp.GmpScheduler;
import java.util.Collection;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The soak itself: with executors that are broken on purpose, it finds the fault. */
class SoakWitnessTest {

    private static final int ONE_IN = 100;

    @Test
    void aTaskThatRunsTwiceIsFound() throws Exception {
        assertThat(faultsWith((executor, task) -> {
                    executor.execute(task);
                    try {
                        executor.execute(task);
                    } catch (RejectedExecutionException full) {
                        // it was accepted before: its submitter must not take it for refused
                    }
                }))
                .anyMatch(fault -> fault.contains("ran twice"));
    }

    @Test
    @Tag("long")
    void aTaskThatIsLostIsFound() throws Exception {
        assertThat(faultsWith((executor, task) -> {})).anyMatch(fault -> fault.contains("are outstanding and not"));
    }

    @Test
    void anInterruptThatReachesAnotherTaskIsFound() throws Exception {
        assertThat(faultsWith((executor, task) -> executor.execute(() -> {
                    Thread.currentThread().interrupt();
                    task.run();
                })))
                .anyMatch(fault -> fault.contains("interrupted"));
    }

    @Test
    @Tag("long")
    void aTaskThatRunsBesideTheSchedulerIsFound() throws Exception {
        assertThat(faultsWith((executor, task) -> {
                    Thread outside = new Thread(task);
                    outside.setUncaughtExceptionHandler((thread, thrown) -> {});
                    outside.start();
                }))
                .anyMatch(fault -> fault.contains("created should be between"));
    }

    /** What a soak says, which ends with its first fault, when one submission in many is done in another way. */
    private static Collection<String> faultsWith(BiConsumer<Executor, Runnable> fault) throws Exception {
        AtomicInteger calls = new AtomicInteger();
        UnaryOperator<Executor> planted = sound -> task -> {
            // what goes to the scheduler itself needs no goroutine of a certain kind
            if (sound instanceof GmpScheduler && calls.incrementAndGet() % ONE_IN == 0) {
                fault.accept(sound, task);
            } else {
                sound.execute(task);
            }
        };
        return new SoakLife(ThreadLocalRandom.current().nextLong(), 20, planted)
                .run(20)
                .faults();
    }
}
