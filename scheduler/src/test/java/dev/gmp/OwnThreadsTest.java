package dev.gmp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.gmp.observe.SchedulerListener;
import dev.gmp.testkit.Schedulers;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What the threads of a scheduler take over from whoever starts, interrupts or uses them: nothing. */
@Timeout(60)
class OwnThreadsTest {

    /** The first task, whoever submits it, starts the threads that all others use. */
    @Test
    void normalPriorityIsNotThatOfWhoeverStartsThem() throws Exception {
        try (GmpScheduler scheduler =
                Schedulers.direct(1).schedtraceInterval(Duration.ofDays(1)).build()) {
            FutureTask<Integer> submission = new FutureTask<>(() ->
                    scheduler.submit(() -> Thread.currentThread().getPriority()).get());
            Thread submitter = new Thread(submission);
            submitter.setPriority(Thread.MIN_PRIORITY);
            submitter.start();

            assertThat(submission.get()).isEqualTo(Thread.NORM_PRIORITY);
            assertThat(threadsOf("gmp-test-sys"))
                    .isNotEmpty()
                    .allMatch(thread -> thread.getPriority() == Thread.NORM_PRIORITY);
        }
    }

    /** Whoever interrupts a group of threads reaches those that no task runs on; an interrupt would end their every later wait. */
    @Test
    void theSchedulersOwnThreadsForgetAnInterrupt() throws Exception {
        try (GmpScheduler scheduler =
                Schedulers.direct(1).schedtraceInterval(Duration.ofDays(1)).build()) {
            scheduler.submit(() -> {}).get();
            List<Thread> own = threadsOf("gmp-test-s");
            assertThat(own).extracting(Thread::getName).contains("gmp-test-sysmon", "gmp-test-schedtrace");
            own.forEach(Thread::interrupt);
            await().until(() -> own.stream().noneMatch(Thread::isInterrupted));

            Schedulers.awaitIdle(scheduler);
            await().until(() -> own.stream()
                    .allMatch(thread -> thread.getState() == Thread.State.WAITING
                            || thread.getName().endsWith("schedtrace")));
            own.forEach(Thread::interrupt);
            await().until(() -> own.stream().noneMatch(Thread::isInterrupted));
        }
    }

    @Test
    void anInterruptThatATaskLeavesIsNotThatOfTheMachine() throws Exception {
        AtomicInteger told = new AtomicInteger();
        AtomicInteger interrupted = new AtomicInteger();
        try (GmpScheduler scheduler = Schedulers.direct(1).build()) {
            scheduler.addListener(new SchedulerListener() {
                @Override
                public void sliceLength(Duration length) {
                    told.incrementAndGet();
                    interrupted.addAndGet(Thread.currentThread().isInterrupted() ? 1 : 0);
                }
            });
            while (told.get() == 0) {
                scheduler.submit(() -> Thread.currentThread().interrupt()).get();
            }
            assertThat(interrupted).hasValue(0);
        }
    }

    private static List<Thread> threadsOf(String prefix) {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith(prefix))
                .toList();
    }
}
