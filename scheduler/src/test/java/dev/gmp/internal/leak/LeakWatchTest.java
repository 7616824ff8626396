package dev.gmp.internal.leak;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.gmp.SchedulerBuilder;
import dev.gmp.channel.Channel;
import dev.gmp.config.GoroutineMode;
import dev.gmp.config.LeakWatchConfig;
import dev.gmp.internal.jdk.VirtualThreads;
import dev.gmp.observe.leak.DeadlockReport;
import dev.gmp.testkit.CapturedLog;
import dev.gmp.testkit.LogWriters;
import dev.gmp.testkit.Schedulers;
import java.time.Duration;
import java.time.Instant;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** What the watch makes of its looks, and that it looks by itself, also where every goroutine is stuck and sysmon sleeps. */
class LeakWatchTest {

    private static final Duration AMPLE = Duration.ofSeconds(60);
    private static final LeakWatchConfig UNWATCHED =
            new LeakWatchConfig(true, Duration.ofHours(1), Duration.ofSeconds(1));

    @Test
    void aLeakIsLoggedOnceAndToldUntilItIsGone() {
        assumeTrue(VirtualThreads.available(), VirtualThreads::reason);
        Channel<String> channel = Channel.unbuffered();
        Stuck.Body receive = channel::receive;
        try (CapturedLog log = CapturedLog.of(LeakWatch.class.getName());
                Stuck stuck = new Stuck(unwatched(GoroutineMode.VIRTUAL))) {
            LeakWatch watch = watchThatSuspects(stuck, receive, log);
            long suspected = watch.suspectedGoroutines();
            assertThat(suspected).isGreaterThan(LeakRule.GROWTHS);
            stuck.start(receive);
            await().atMost(AMPLE).until(() -> {
                watch.look();
                return watch.suspects().get(0).count() > suspected;
            });
            await().atMost(AMPLE).until(() -> !log.messages().isEmpty());
            assertThat(log.messages())
                    .singleElement()
                    .asString()
                    .startsWith("scheduler test: leak suspect: ")
                    .contains("waits for: channel receive", "Stuck.");

            channel.close();
            await().atMost(AMPLE).until(() -> {
                watch.look();
                return watch.suspects().isEmpty();
            });
            assertThat(watch.suspectedGoroutines()).isZero();
        }
    }

    /** To one that has looked for too long, the oldest goroutine seems to go on at the next look. */
    private static LeakWatch watchThatSuspects(Stuck stuck, Stuck.Body receive, CapturedLog log) {
        while (true) {
            LogWriters.awaitLines();
            log.messages().clear();
            LeakWatch watch = watch(stuck);
            boolean isPrompt = true;
            while (isPrompt) {
                stuck.start(receive);
                long begun = System.nanoTime();
                watch.look();
                isPrompt = System.nanoTime() - begun < LeakRuleTest.PROMPT_NANOS;
                if (isPrompt && !watch.suspects().isEmpty()) {
                    return watch;
                }
            }
        }
    }

    @Test
    void oneThatShrinksAndComesBackIsLoggedAgain() {
        Iterator<Integer> counts = List.of(1, 2, 3, 4, 5, 1, 2, 3, 4).iterator();
        AtomicInteger hours = new AtomicInteger();
        LeakWatch watch = new LeakWatch(
                "test",
                UNWATCHED,
                budget -> LeakRuleTest.profile(counts.next(), 0, 3_600 * hours.incrementAndGet(), "queue", "park"),
                budget -> new DeadlockReport("test", Instant.EPOCH, Duration.ZERO, List.of(), List.of(), true));
        try (CapturedLog log = CapturedLog.of(LeakWatch.class.getName())) {
            while (counts.hasNext()) {
                watch.look();
            }
            await().atMost(AMPLE).until(() -> log.messages().size() >= 2);
            assertThat(log.messages()).hasSize(2).allMatch(message -> message.contains("suspect: 4 goroutines"));
        }
    }

    @Test
    void aDeadlockIsLoggedOnceAndCounted() {
        try (CapturedLog log = CapturedLog.of(LeakWatch.class.getName());
                Stuck stuck = new Stuck(unwatched(GoroutineMode.DIRECT))) {
            LeakWatch watch = watch(stuck);
            Future<?> first = waitForItself(stuck);
            awaitDeadlocks(1, watch);
            Future<?> second = waitForItself(stuck);
            awaitDeadlocks(2, watch);
            await().atMost(AMPLE).until(() -> log.messages().size() >= 2);
            first.cancel(true);
            second.cancel(true);
            awaitDeadlocks(0, watch);
            assertThat(watch.deadlocksFound()).isEqualTo(2);

            assertThat(log.messages())
                    .hasSize(2)
                    .allSatisfy(message -> assertThat(message)
                            .startsWith("scheduler test: deadlock: a thread waits for itself")
                            .contains("waits for the result of " + Stuck.class.getName()));
        }
    }

    @Test
    void theSchedulerLooksByItself() {
        try (Stuck stuck = new Stuck(Schedulers.direct(1).leakInterval(Duration.ofSeconds(1)))) {
            waitForItself(stuck);
            await().atMost(AMPLE).until(() -> stuck.scheduler.snapshot().deadlocks() == 1);
        }
    }

    private static SchedulerBuilder unwatched(GoroutineMode mode) {
        return Schedulers.direct(2).goroutines(mode).leakWatch(false);
    }

    /** One that looks when it is told to. */
    private static LeakWatch watch(Stuck stuck) {
        return new LeakWatch(
                "test", UNWATCHED, stuck.scheduler::goroutineProfile, budget -> stuck.scheduler.deadlocks());
    }

    private static void awaitDeadlocks(int number, LeakWatch watch) {
        await().atMost(AMPLE).until(() -> {
            watch.look();
            return watch.deadlocks() == number;
        });
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
