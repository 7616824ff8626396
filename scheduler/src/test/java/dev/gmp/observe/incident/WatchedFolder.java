package dev.gmp.observe.incident;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.gmp.FrequentWatch;
import dev.gmp.GmpScheduler;
import dev.gmp.IncidentWatch;
import dev.gmp.SchedulerBuilder;
import dev.gmp.testkit.Latches;
import dev.gmp.testkit.Schedulers;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.io.TempDir;

/** A folder of capsules, and what leads to some. */
abstract class WatchedFolder {

    static final Duration HOUR = Duration.ofHours(1);
    static final int SEVERAL_TICKS = 5;

    @TempDir
    Path path;

    final AtomicReference<String> health = new AtomicReference<>();
    final CountDownLatch release = new CountDownLatch(1);

    /** How often the watch has asked for the health. */
    private final AtomicInteger looks = new AtomicInteger();

    static Future<?> waitingForItself(GmpScheduler scheduler) {
        CompletableFuture<Future<?>> own = new CompletableFuture<>();
        Future<?> deadlocked = scheduler.submit(() -> own.get().get());
        own.complete(deadlocked);
        return deadlocked;
    }

    /** Sees no stall of its own where a thread gets no CPU for a while. */
    static SchedulerBuilder patient(int procs) {
        return Schedulers.direct(procs).stallAfter(Duration.ofMinutes(5));
    }

    List<IncidentCause> causes() throws IOException {
        return folder().list().stream().map(IncidentFile::cause).toList();
    }

    IncidentFolder folder() {
        return new IncidentFolder(path, 10, 10_000_000, HOUR);
    }

    IncidentWatch watch(GmpScheduler scheduler, Duration interval, Duration latency) throws IOException {
        IncidentWatch watch = FrequentWatch.of(scheduler, folder(), interval, latency, this::look);
        watch.start();
        return watch;
    }

    private @Nullable String look() {
        looks.incrementAndGet();
        return health.get();
    }

    /** Until the watch has seen a health several times that has just been set. */
    void awaitLooks() {
        int before = looks.get();
        await().until(() -> looks.get() > before + SEVERAL_TICKS);
    }

    /** Two tasks hold two machines from now on. While a thread begins late, a stall may have been, and is over. */
    void blockTwoMachines(GmpScheduler scheduler) throws InterruptedException {
        CountDownLatch begun = new CountDownLatch(2);
        for (int i = 0; i < 2; i++) {
            scheduler.execute(() -> {
                begun.countDown();
                blockHere();
            });
        }
        begun.await();
        await().until(() -> !scheduler.snapshot().stalled());
    }

    IncidentFile awaitOne(IncidentCause cause) throws IOException {
        await().atMost(Duration.ofSeconds(100)).until(() -> !folder().list().isEmpty());
        assertThat(folder().list()).extracting(IncidentFile::cause).containsExactly(cause);
        return folder().list().get(0);
    }

    /** What lasts is seen several times, and written no second time. */
    void assertNoOther(IncidentWatch watch) throws Exception {
        sleepFor(SEVERAL_TICKS);
        assertThat(watch.isRunning()).isTrue();
        assertThat(folder().list()).hasSize(1);
    }

    static void sleepFor(int ticks) throws InterruptedException {
        TimeUnit.MILLISECONDS.sleep(ticks * FrequentWatch.TICK.toMillis());
    }

    String part(IncidentFile file, String name) throws IOException {
        try (InputStream in = folder().open(file.name(), name).orElseThrow()) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    void blockHere() {
        Latches.await(release);
    }

    /** Computes for two milliseconds, and submits itself again. */
    record Chain(GmpScheduler scheduler, AtomicBoolean ended) implements Runnable {

        @Override
        public void run() {
            long end = System.nanoTime() + 2_000_000;
            while (System.nanoTime() - end < 0) {
                Thread.onSpinWait();
            }
            if (!ended.get()) {
                scheduler.resumeLast(this);
            }
        }
    }
}
