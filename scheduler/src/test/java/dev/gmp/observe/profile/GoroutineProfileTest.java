package dev.gmp.observe.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.gmp.GmpScheduler;
import dev.gmp.Goroutines;
import dev.gmp.Unwatched;
import dev.gmp.channel.Channel;
import dev.gmp.config.GoroutineMode;
import dev.gmp.internal.jdk.LockHolders;
import dev.gmp.internal.jdk.VirtualThreads;
import dev.gmp.testkit.Schedulers;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.locks.ReentrantLock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Goroutines stand where the test has put them: the profile says how many, where, and what for. */
class GoroutineProfileTest {

    private static final String MODES = "dev.gmp.testkit.Modes#available";
    private static final String KIND = Workload.class.getName() + "$$Lambda";

    @Test
    void aThousandAtOneChannel() throws Exception {
        assumeTrue(VirtualThreads.available(), VirtualThreads::reason);
        try (Workload workload = new Workload(GoroutineMode.VIRTUAL)) {
            Channel<String> channel = Channel.unbuffered();
            workload.start(1_000, channel::receive);

            GoroutineGroup group = workload.await(1_000, "channel receive");
            assertThat(group.states()).isEqualTo(Workload.parked(1_000));
            assertThat(group.tasks()).isEqualTo(Workload.all(KIND, 1_000));
            assertThat(group.labels()).isEmpty();
            assertThat(group.stack()).anyMatch(frame -> frame.getMethodName().equals("receive"));
            GoroutineProfile profile = workload.profile();
            assertThat(profile.live()).isEqualTo(1_000);
            assertThat(profile.examined()).isEqualTo(1_000);
            assertThat(profile.isSampled()).isFalse();
            assertThat(profile.toText(true))
                    .startsWith("goroutine profile: total 1000\n")
                    .contains("1000 @ runnable=0 running=0 waiting=1000 syscall=0 oldest-wait=")
                    .contains("# tasks: " + KIND + " (1000)\n# waits for: channel receive (1000)\n")
                    .doesNotContain("random sample");
            assertThat(profile.toText(false)).contains("waiting=1000").doesNotContain("receive(");
            assertThat(profile.toFoldedStacks())
                    .endsWith(" 1000\n")
                    .containsPattern("Workload\\..*;.*\\.receive.*LockSupport\\.park")
                    .hasLineCount(1);
        }
    }

    @Test
    void theOldestWaitIsThatOfTheOneThatWaitsLongest() throws Exception {
        assumeTrue(VirtualThreads.available(), VirtualThreads::reason);
        try (Workload workload = new Workload(GoroutineMode.VIRTUAL)) {
            Channel<String> channel = Channel.unbuffered();
            workload.start(1, channel::receive);
            GoroutineGroup old = workload.await(
                    group -> group.oldestWait() != null && group.oldestWait().compareTo(Duration.ofMillis(200)) > 0);
            workload.start(1, channel::receive);

            GoroutineGroup both = workload.await(2, "channel receive");
            assertThat(both.oldestWait()).isGreaterThanOrEqualTo(old.oldestWait());
        }
    }

    @ParameterizedTest
    @MethodSource(MODES)
    void aLockAndTheGoroutineThatHoldsIt(GoroutineMode mode) throws Exception {
        try (Workload workload = new Workload(mode)) {
            ReentrantLock lock = new ReentrantLock();
            CountDownLatch end = new CountDownLatch(1);
            workload.releaseBy(end::countDown);
            LinkedBlockingQueue<Long> holder = new LinkedBlockingQueue<>();
            workload.start(1, () -> {
                lock.lock();
                try {
                    holder.add(Goroutines.current().threadId());
                    end.await();
                } finally {
                    lock.unlock();
                }
            });
            long id = holder.take();
            workload.start(10, lock::lockInterruptibly);

            GoroutineGroup waiters = workload.await(10, "lock ");
            assertThat(Workload.reason(waiters)).contains("ReentrantLock").endsWith(", held by " + name(mode) + id);
            assertThat(workload.await(1, "CountDownLatch").stack()).isNotEmpty();
        }
    }

    private static String name(GoroutineMode mode) {
        return mode == GoroutineMode.VIRTUAL ? "\"gmp-test-g\" #" : "\"gmp-test-m0\" #";
    }

    @ParameterizedTest
    @MethodSource(MODES)
    void thoseThatWaitForAMonitor(GoroutineMode mode) throws Exception {
        try (Workload workload = new Workload(mode)) {
            Object monitor = new Object();
            CountDownLatch end = new CountDownLatch(1);
            workload.releaseBy(end::countDown);
            CountDownLatch held = new CountDownLatch(1);
            workload.start(1, () -> {
                synchronized (monitor) {
                    held.countDown();
                    end.await();
                }
            });
            held.await();
            workload.start(2, () -> {
                synchronized (monitor) {
                    Goroutines.checkpoint();
                }
            });

            String reason = Workload.reason(workload.await(2, "monitor"));
            assertThat(reason)
                    .startsWith(
                            mode == GoroutineMode.VIRTUAL ? "monitor, not told which" : "monitor java.lang.Object@");
            if (mode == GoroutineMode.DIRECT) {
                assertThat(reason).contains(", held by \"gmp-test-m0\" #");
            }
        }
    }

    @ParameterizedTest
    @MethodSource(MODES)
    void sleepersAndThoseThatWaitAtAQueue(GoroutineMode mode) {
        try (Workload workload = new Workload(mode)) {
            LinkedBlockingQueue<String> queue = new LinkedBlockingQueue<>();
            workload.start(3, () -> Goroutines.sleep(Duration.ofHours(1)));
            workload.start(4, () -> Thread.sleep(3_600_000));
            workload.start(5, queue::take);

            workload.await(3, "sleep");
            workload.await(4, "sleep");
            workload.await(5, "queue LinkedBlockingQueue.take");
            assertThat(workload.profile().live()).isEqualTo(12);
        }
    }

    /** One in 64 is timed, and some have labels. */
    @Test
    void howAMachineRunsADirectGoroutineIsNoPartOfItsStack() {
        try (Workload workload = new Workload(GoroutineMode.DIRECT)) {
            CountDownLatch end = new CountDownLatch(1);
            Workload.Body body = end::await; // one object: the frames of older JDKs name it
            workload.start(130, body);
            workload.start(1, () -> {
                Goroutines.label("key", "value");
                Goroutines.label("traceId", "17"); // shown of single goroutines only
                workload.start(20, body);
            });

            GoroutineGroup group = workload.await(150, "CountDownLatch");
            assertThat(group.labels()).isEqualTo(Workload.all("key=value", 20));
            assertThat(group.stack()).noneMatch(frame -> frame.getClassName().startsWith("dev.gmp.internal."));
            assertThat(workload.profile().toText(true)).contains("key=value");
            assertThat(workload.profile().toText(false)).contains(KIND).doesNotContain("key=value");
        }
    }

    @Test
    void aLabelThatEachHasAnotherOfTakesNoRoomOfOthers() {
        try (Workload workload = new Workload(GoroutineMode.DIRECT)) {
            CountDownLatch end = new CountDownLatch(1);
            Workload.Body body = end::await;
            for (int i = 0; i < 30; i++) {
                String customer = Integer.toString(i);
                workload.start(1, () -> {
                    Goroutines.label("customer", customer);
                    workload.start(1, body);
                });
            }
            workload.await(30, "CountDownLatch");
            workload.start(1, () -> {
                Goroutines.label("route", "/late");
                workload.start(20, body);
            });

            assertThat(workload.await(50, "CountDownLatch").labels())
                    .containsEntry("route=/late", 20L)
                    .containsEntry("other", 11L)
                    .hasSize(21);
        }
    }

    @Test
    void oneThatWaitsForAConnection() throws Exception {
        assumeTrue(VirtualThreads.available(), VirtualThreads::reason);
        try (Workload workload = new Workload(GoroutineMode.VIRTUAL);
                ServerSocket server = new ServerSocket(0)) {
            workload.start(1, server::accept);
            workload.await(1, "socket accept");
        }
    }

    /** From outside into the global queue, from inside into the processor's own, from where some overflow. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void tasksThatWaitForAProcessor(boolean fromInside) throws Exception {
        CountDownLatch end = new CountDownLatch(1);
        CountDownLatch submitted = new CountDownLatch(1);
        try (GmpScheduler scheduler = Unwatched.build(Schedulers.direct(1)); // which nothing takes processors from
                AutoCloseable ending = end::countDown) {
            Runnable submission = () -> {
                for (int i = 0; i < 500; i++) {
                    scheduler.execute(new Idle());
                }
                submitted.countDown();
            };
            Schedulers.machineThatRuns(scheduler, () -> {
                if (fromInside) {
                    submission.run();
                }
                while (end.getCount() > 0) {
                    Thread.onSpinWait();
                }
            });
            if (!fromInside) {
                submission.run();
            }
            submitted.await();

            GoroutineProfile profile = scheduler.goroutineProfile(Workload.AMPLE);
            assertThat(profile.live()).isEqualTo(501);
            GoroutineGroup queued = profile.groups().get(0);
            assertThat(queued.count()).isEqualTo(500);
            assertThat(queued.states().runnable()).isEqualTo(500);
            assertThat(queued.tasks()).isEqualTo(Map.of(Idle.class.getName(), 500L));
            assertThat(queued.stack()).isEmpty();
            assertThat(queued.oldestWait()).isNull();
            assertThat(profile.groups().get(1).stack()).isNotEmpty();
            assertThat(profile.toFoldedStacks()).startsWith("(not begun) 500\n");
            GoroutineProfile hasty = scheduler.goroutineProfile(Duration.ofNanos(1));
            assertThat(hasty.live()).isEqualTo(501);
            assertThat(hasty.isSampled()).isTrue();
        }
    }

    private static final class Idle implements Runnable {
        @Override
        public void run() {}
    }

    @Test
    void withoutTimeItIsARandomSampleAndSaysSo() throws Exception {
        assumeTrue(VirtualThreads.available(), VirtualThreads::reason);
        try (Workload workload = new Workload(GoroutineMode.VIRTUAL)) {
            Channel<String> channel = Channel.unbuffered();
            workload.start(5_000, channel::receive);
            workload.await(5_000, "channel receive");

            GoroutineProfile sampled = workload.scheduler.goroutineProfile(Duration.ofNanos(1));
            assertThat(sampled.isSampled()).isTrue();
            assertThat(sampled.live()).isEqualTo(5_000);
            assertThat(sampled.examined()).isEqualTo(1);
            assertThat(sampled.groups()).hasSize(1);
            assertThat(sampled.toText(true))
                    .contains("# a random sample of those reached: the numbers below are of 1 goroutines\n");
        }
    }

    @Test
    void aBudgetOutOfRangeIsRefused() {
        try (GmpScheduler scheduler = Schedulers.direct(1).build()) {
            assertThatThrownBy(() -> scheduler.goroutineProfile(Duration.ZERO))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("budget must be more than zero");
            assertThat(scheduler.goroutineProfile().groups()).isEmpty();
        }
    }

    @Test
    void theHolderOfALockIsKnownHere() {
        assertThat(LockHolders.areKnown())
                .as("the build opens java.util.concurrent.locks wherever it opens java.lang")
                .isEqualTo(VirtualThreads.available());
    }
}
