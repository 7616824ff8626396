package dev.gmp.observe.profile;

import dev.gmp.GmpScheduler;
import dev.gmp.config.GoroutineMode;
import dev.gmp.observe.GoroutineCounts;
import dev.gmp.testkit.Schedulers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import org.awaitility.Awaitility;

/** Goroutines that stand where a test has put them, until it closes this. */
final class Workload implements AutoCloseable {

    /** Long enough for all goroutines of a test on a busy machine. */
    static final Duration AMPLE = Duration.ofSeconds(60);

    final GmpScheduler scheduler;
    private final AtomicInteger begun = new AtomicInteger();
    private final List<Runnable> releases = new ArrayList<>();

    Workload(GoroutineMode mode) {
        scheduler = Schedulers.direct(2).goroutines(mode).build();
    }

    /** What a goroutine does. */
    @FunctionalInterface
    interface Body {
        void run() throws Exception;
    }

    void start(int count, Body body) {
        for (int i = 0; i < count; i++) {
            scheduler.execute(() -> {
                begun.incrementAndGet();
                try {
                    body.run();
                } catch (Exception interrupted) {
                    // the test is over
                }
            });
        }
    }

    void releaseBy(Runnable release) {
        releases.add(release);
    }

    GoroutineProfile profile() {
        return scheduler.goroutineProfile(AMPLE);
    }

    /** Waits until so many have begun and wait. While tasks are moved from queue to queue, a snapshot may miss them. */
    void awaitWaiting(int count) {
        Schedulers.await(
                scheduler, now -> begun.get() == count && now.goroutines().waiting() == count);
    }

    /** Waits until a group looks as it should. */
    GoroutineGroup await(Predicate<GoroutineGroup> wanted) {
        return Awaitility.await()
                .atMost(AMPLE.multipliedBy(2))
                .until(
                        () -> profile().groups().stream()
                                .filter(wanted)
                                .findFirst()
                                .orElse(null),
                        group -> group != null);
    }

    /** Waits until a group of this size waits for one thing that begins so. */
    GoroutineGroup await(int count, String waitsFor) {
        return await(group -> group.count() == count
                && group.waits().size() == 1
                && group.waits().values().contains((long) count)
                && reason(group).startsWith(waitsFor));
    }

    static String reason(GoroutineGroup group) {
        return group.waits().keySet().stream().findFirst().orElse("");
    }

    static GoroutineCounts parked(long count) {
        return new GoroutineCounts(0, 0, count, 0);
    }

    static Map<String, Long> all(String what, long count) {
        return Map.of(what, count);
    }

    @Override
    public void close() {
        releases.forEach(Runnable::run);
        scheduler.shutdownNow();
        Schedulers.awaitTermination(scheduler);
    }
}
