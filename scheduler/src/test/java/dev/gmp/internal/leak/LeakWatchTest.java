package dev.gmp.internal.leak;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.gmp.SchedulerBuilder;
import dev.gmp.channel.Channel;
import dev.gmp.config.GoroutineMode;
import dev.gmp.internal.jdk.VirtualThreads;
import dev.gmp.testkit.CapturedLog;
import dev.gmp.testkit.Schedulers;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The watch looks by itself, also where every goroutine is stuck and sysmon sleeps. */
@Timeout(240)
class LeakWatchTest {

    private static final Duration AMPLE = Duration.ofSeconds(60);

    private static SchedulerBuilder impatient(GoroutineMode mode) {
        return Schedulers.direct(2)
                .goroutines(mode)
                .leakInterval(Duration.ofSeconds(1))
                .leakThreshold(Duration.ofSeconds(1));
    }

    @Test
    void aLeakIsLoggedOnceAndToldUntilItIsGone() {
        assumeTrue(VirtualThreads.available(), VirtualThreads::reason);
        Channel<String> channel = Channel.unbuffered();
        Stuck.Body receive = channel::receive;
        try (CapturedLog log = CapturedLog.of(LeakWatch.class.getName());
                Stuck stuck = new Stuck(impatient(GoroutineMode.VIRTUAL))) {
            await().atMost(AMPLE).pollInterval(Duration.ofMillis(300)).until(() -> {
                stuck.start(receive);
                return !stuck.scheduler.leakSuspects().isEmpty();
            });
            long suspected = stuck.scheduler.snapshot().suspectedGoroutines();
            assertThat(suspected).isGreaterThan(LeakRule.GROWTHS);
            stuck.start(receive);
            await().atMost(AMPLE)
                    .until(() -> stuck.scheduler.leakSuspects().get(0).count() > suspected);
            await().atMost(AMPLE).until(() -> !log.messages().isEmpty());
            assertThat(log.messages())
                    .singleElement()
                    .asString()
                    .startsWith("scheduler test: leak suspect: ")
                    .contains("waits for: channel receive", "Stuck.");

            channel.close();
            await().atMost(AMPLE).until(() -> stuck.scheduler.leakSuspects().isEmpty());
            assertThat(stuck.scheduler.snapshot().suspectedGoroutines()).isZero();
        }
    }

    @Test
    void aDeadlockIsLoggedOnceAndCounted() {
        try (CapturedLog log = CapturedLog.of(LeakWatch.class.getName());
                Stuck stuck = new Stuck(impatient(GoroutineMode.DIRECT))) {
            Future<?> first = waitForItself(stuck);
            await().atMost(AMPLE).until(() -> stuck.scheduler.snapshot().deadlocks() == 1);
            Future<?> second = waitForItself(stuck);
            await().atMost(AMPLE).until(() -> stuck.scheduler.snapshot().deadlocks() == 2);
            await().atMost(AMPLE).until(() -> log.messages().size() >= 2);
            first.cancel(true);
            second.cancel(true);
            await().atMost(AMPLE).until(() -> stuck.scheduler.snapshot().deadlocks() == 0);

            assertThat(log.messages())
                    .hasSize(2)
                    .allSatisfy(message -> assertThat(message)
                            .startsWith("scheduler test: deadlock: a thread waits for itself")
                            .contains("waits for the result of " + Stuck.class.getName()));
        }
    }

    private static Future<?> waitForItself(Stuck stuck) {
        CompletableFuture<Future<?>> own = new CompletableFuture<>();
        Future<?> waiting = stuck.start(() -> own.get().get());
        own.complete(waiting);
        return waiting;
    }

    @Test
    void itsThreadEndsWithTheScheduler() {
        String name = "gmp-watched-leaks";
        try (Stuck stuck = new Stuck(Schedulers.direct(1).name("watched"))) {
            stuck.start(() -> {});
            await().atMost(AMPLE).until(() -> exists(name));
        }
        await().atMost(AMPLE).until(() -> !exists(name));
        try (Stuck stuck = new Stuck(Schedulers.direct(1).name("watched").leakWatch(false))) {
            stuck.start(() -> {});
            await().atMost(AMPLE).until(() -> exists("gmp-watched-sysmon"));
            assertThat(exists(name)).isFalse();
        }
    }

    private static boolean exists(String name) {
        return Thread.getAllStackTraces().keySet().stream()
                .anyMatch(thread -> thread.getName().equals(name));
    }
}
