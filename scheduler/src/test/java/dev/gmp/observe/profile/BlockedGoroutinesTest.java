package dev.gmp.observe.profile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gmp.channel.Channel;
import dev.gmp.config.GoroutineMode;
import dev.gmp.testkit.Schedulers;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.Selector;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** For how long goroutines have waited that block a thread: never longer than they have. */
class BlockedGoroutinesTest {

    private static final Duration OLD = Duration.ofMillis(300);

    /** Two units of the clock of waits. */
    private static final long ACCURACY_NANOS = 2 << 24;

    private static boolean isOld(GoroutineGroup group) {
        return group.oldestWait() != null && group.oldestWait().compareTo(OLD) > 0;
    }

    @Test
    void oneThatBlocksHasWaitedSinceTheMonitorSawThat() {
        try (Workload workload = new Workload(GoroutineMode.DIRECT)) {
            CountDownLatch end = new CountDownLatch(1);
            workload.start(3, end::await);
            workload.releaseBy(end::countDown);

            Schedulers.await(workload.scheduler, now -> now.goroutines().syscall() == 3);
            GoroutineGroup first = workload.profile().groups().get(0);
            assertThat(first.oldestWait())
                    .as("known without an earlier profile")
                    .isNotNull();
            GoroutineGroup old = workload.await(BlockedGoroutinesTest::isOld);
            assertThat(old.count()).isEqualTo(3);
            assertThat(workload.profile().groups().get(0).oldestWait()).isGreaterThanOrEqualTo(old.oldestWait());
        }
    }

    /** It gives its processor away by itself, so the monitor does not see it. */
    @Test
    void oneAtAChannelHasWaitedSinceItBegan() {
        try (Workload workload = new Workload(GoroutineMode.DIRECT)) {
            Channel<String> channel = Channel.unbuffered();
            workload.start(1, channel::receive);

            Schedulers.await(workload.scheduler, now -> now.goroutines().syscall() == 1);
            assertThat(workload.profile().groups().get(0).oldestWait())
                    .as("known without an earlier profile")
                    .isNotNull();
            workload.await(BlockedGoroutinesTest::isOld);
        }
    }

    @Test
    void oneThatWaitsAgainAndAgainHasNotWaitedAllTheTime() {
        try (Workload workload = new Workload(GoroutineMode.DIRECT)) {
            LinkedBlockingQueue<String> queue = new LinkedBlockingQueue<>();
            AtomicInteger taken = new AtomicInteger();
            workload.start(1, () -> {
                while (true) {
                    queue.take();
                    taken.incrementAndGet();
                }
            });
            for (int i = 1; i <= 3; i++) {
                workload.await(BlockedGoroutinesTest::isOld);
                int number = i;
                long before = System.nanoTime();
                queue.add("work");
                Awaitility.await().atMost(Workload.AMPLE).until(() -> taken.get() == number);
                Duration waited = workload.profile().groups().get(0).oldestWait();
                if (waited != null) {
                    assertThat(waited).isLessThanOrEqualTo(Duration.ofNanos(System.nanoTime() - before));
                }
            }
        }
    }

    /** While the monitor sleeps, nothing else moves on the clock of waits. */
    @Test
    void oneAtAChannelHasNotWaitedWhileTheMonitorSleptBefore() throws Exception {
        try (Workload workload = new Workload(GoroutineMode.DIRECT)) {
            Channel<String> channel = Channel.unbuffered();
            AtomicInteger received = new AtomicInteger();
            workload.start(1, () -> {
                while (true) {
                    channel.receive();
                    received.incrementAndGet();
                }
            });
            Schedulers.awaitThatTheMonitorSleeps();
            Thread.sleep(OLD.toMillis());
            long before = System.nanoTime();
            channel.send("value");
            Awaitility.await().atMost(Workload.AMPLE).until(() -> received.get() == 1);
            Duration waited =
                    workload.await(group -> group.oldestWait() != null).oldestWait();

            assertThat(waited).isLessThanOrEqualTo(Duration.ofNanos(System.nanoTime() - before + ACCURACY_NANOS));
        }
    }

    @Test
    void oneThatWaitsInTheOperatingSystem() throws Exception {
        try (Workload workload = new Workload(GoroutineMode.DIRECT);
                Selector selector = Selector.open()) {
            workload.releaseBy(() -> close(selector));
            workload.start(1, selector::select);

            assertThat(Workload.reason(workload.await(1, "native method "))).matches("native method \\w+\\.\\w+");
            workload.await(BlockedGoroutinesTest::isOld);
        }
    }

    private static void close(Selector selector) {
        try {
            selector.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void oneThatComputesWaitsForNothing() {
        try (Workload workload = new Workload(GoroutineMode.DIRECT)) {
            CountDownLatch end = new CountDownLatch(1);
            workload.releaseBy(end::countDown);
            workload.start(1, () -> {
                while (end.getCount() > 0) {
                    Thread.onSpinWait();
                }
            });

            GoroutineGroup group =
                    workload.await(computing -> computing.states().running() == 1);
            assertThat(group.oldestWait()).isNull();
            assertThat(group.waits()).isEmpty();
        }
    }
}
