package dev.gmp.goroutine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.gmp.Bulkhead;
import dev.gmp.GmpScheduler;
import dev.gmp.Goroutines;
import dev.gmp.Unwatched;
import dev.gmp.config.GoroutineMode;
import dev.gmp.internal.jdk.VirtualThreads;
import dev.gmp.observe.profile.GoroutineGroup;
import dev.gmp.observe.trace.Timeline;
import dev.gmp.observe.trace.TraceRecording;
import dev.gmp.testkit.DefaultVirtualThreads;
import dev.gmp.testkit.Latches;
import dev.gmp.testkit.Schedulers;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Labels belong to a goroutine, go over to those that it starts, and are bounded. */
class GoroutineLabelTest {

    private static final String MODES = "dev.gmp.testkit.Modes#available";

    private GmpScheduler scheduler;

    private void open(GoroutineMode mode) {
        scheduler = Schedulers.direct(2).goroutines(mode).build();
    }

    @AfterEach
    void close() {
        if (scheduler != null) {
            scheduler.shutdownNow();
            Schedulers.awaitTermination(scheduler);
        }
    }

    @ParameterizedTest
    @MethodSource(MODES)
    void theyAreSetChangedAndRemoved(GoroutineMode mode) throws Exception {
        open(mode);
        scheduler
                .submit(() -> {
                    assertThat(Goroutines.labels()).isEmpty();
                    Goroutines.label("route", "/b");
                    Goroutines.label("customer", "7");
                    assertThat(Goroutines.labels().toString()).isEqualTo("{customer=7, route=/b}");
                    Goroutines.label("route", "/c");
                    Goroutines.label("absent", null);
                    Goroutines.label("customer", null);
                    assertThat(Goroutines.labels()).isEqualTo(Map.of("route", "/c"));
                    Goroutines.label("route", null);
                    assertThat(Goroutines.labels()).isEmpty();
                })
                .get();
        scheduler
                .submit(() ->
                        assertThat(Goroutines.labels()).as("of the next one").isEmpty())
                .get();
    }

    @ParameterizedTest
    @MethodSource(MODES)
    void theyAreBounded(GoroutineMode mode) throws Exception {
        open(mode);
        scheduler
                .submit(() -> {
                    assertRefused("", "must have 1 to 64 characters");
                    assertRefused("k".repeat(65), "must have 1 to 64 characters");
                    Goroutines.label("long", "v".repeat(1_000));
                    Goroutines.label("forged\n", "line\nbreak");
                    assertThat(Goroutines.labels()).isEqualTo(Map.of("long", "v".repeat(256), "forged?", "line?break"));
                    for (int i = 0; i < 14; i++) {
                        Goroutines.label("k" + i, "v");
                    }
                    assertRefused("another", "at most 16 labels");
                    Goroutines.label("k0", "changed");
                    assertThat(Goroutines.labels()).hasSize(16).containsEntry("k0", "changed");
                })
                .get();
    }

    private static void assertRefused(String key, String reason) {
        assertThatThrownBy(() -> Goroutines.label(key, "v"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(reason);
    }

    @Test
    void onAnotherThreadNothingHappens() {
        Goroutines.label("key", "value");
        assertThat(Goroutines.labels()).isEmpty();
    }

    @ParameterizedTest
    @MethodSource(MODES)
    void thoseThatAGoroutineStartsInheritThem(GoroutineMode mode) throws Exception {
        open(mode);
        Bulkhead bulkhead = scheduler.bulkhead("narrow").maxGoroutines(1).build();
        CountDownLatch narrow = new CountDownLatch(1);
        bulkhead.execute(() -> Latches.await(narrow));
        CompletableFuture<Map<String, String>> child = new CompletableFuture<>();
        CompletableFuture<Map<String, String>> grandchild = new CompletableFuture<>();
        CompletableFuture<Map<String, String>> waited = new CompletableFuture<>();
        CompletableFuture<Map<String, String>> delayed = new CompletableFuture<>();
        scheduler.execute(() -> {
            Goroutines.label("key", "value");
            scheduler.execute(() -> {
                child.complete(Goroutines.labels());
                Goroutines.label("own", "1");
                scheduler.execute(() -> grandchild.complete(Goroutines.labels()));
            });
            bulkhead.execute(() -> waited.complete(Goroutines.labels()));
            scheduler.schedule(() -> delayed.complete(Goroutines.labels()), 1, TimeUnit.MILLISECONDS);
        });

        assertThat(child.get()).isEqualTo(Map.of("key", "value"));
        assertThat(grandchild.get()).isEqualTo(Map.of("key", "value", "own", "1"));
        assertThat(delayed.get()).isEqualTo(Map.of("key", "value"));
        narrow.countDown();
        assertThat(waited.get()).isEqualTo(Map.of("key", "value"));
        bulkhead.execute(() -> scheduler.execute(() -> {}));
        CompletableFuture<Map<String, String>> next = new CompletableFuture<>();
        bulkhead.execute(() -> next.complete(Goroutines.labels()));
        assertThat(next.get())
                .as("from outside, in a slot that a labelled one had")
                .isEmpty();
    }

    /** What a run sets is no label of the next one. */
    @ParameterizedTest
    @MethodSource(MODES)
    void eachRunOfAPeriodicTaskHasThoseOfTheGoroutineThatScheduledIt(GoroutineMode mode) throws Exception {
        open(mode);
        Queue<Map<String, String>> seen = new ConcurrentLinkedQueue<>();
        CountDownLatch runs = new CountDownLatch(3);
        Runnable run = () -> {
            seen.add(Goroutines.labels());
            Goroutines.label("own", "1");
            runs.countDown();
        };
        scheduler.execute(() -> {
            Goroutines.label("key", "value");
            scheduler.scheduleWithFixedDelay(run, 1, 1, TimeUnit.MILLISECONDS);
            Goroutines.label("key", null);
        });
        runs.await();

        assertThat(seen).hasSizeGreaterThanOrEqualTo(3).allMatch(Map.of("key", "value")::equals);
    }

    @Test
    void threadsThatAGoroutineMakesInheritThem() throws Exception {
        assumeTrue(VirtualThreads.available(), VirtualThreads::reason);
        open(GoroutineMode.VIRTUAL);
        CompletableFuture<Map<String, String>> made = new CompletableFuture<>();
        CompletableFuture<Map<String, String>> adopted = new CompletableFuture<>();
        scheduler.execute(() -> {
            Goroutines.label("key", "value");
            scheduler
                    .threadFactory()
                    .newThread(() -> made.complete(Goroutines.labels()))
                    .start();
            DefaultVirtualThreads.factory()
                    .newThread(() -> adopted.complete(Goroutines.labels()))
                    .start();
        });
        assertThat(made.get()).isEqualTo(Map.of("key", "value"));
        assertThat(adopted.get()).isEqualTo(Map.of("key", "value"));
    }

    /** What comes back has no trace of the labels that its goroutine had. */
    @ParameterizedTest
    @MethodSource(MODES)
    void aTaskThatHasNotBegunIsReturnedAsItWas(GoroutineMode mode) throws Exception {
        scheduler = Unwatched.build(Schedulers.direct(1).goroutines(mode));
        Executor executor = scheduler;
        Runnable task = () -> {};
        CompletableFuture<List<Runnable>> returned = new CompletableFuture<>();
        scheduler.execute(() -> {
            Goroutines.label("key", "value");
            executor.execute(task);
            returned.complete(scheduler.shutdownNow(thread -> false));
        });
        assertThat(returned.get()).containsExactly(task);
    }

    @ParameterizedTest
    @MethodSource(MODES)
    void profilesAndTracesShowThem(GoroutineMode mode) throws Exception {
        open(mode);
        CountDownLatch end = new CountDownLatch(1);
        CountDownLatch begun = new CountDownLatch(10);
        TraceRecording recording = scheduler.startTrace();
        scheduler.execute(() -> {
            Goroutines.label("order", "17");
            for (int i = 0; i < 10; i++) {
                scheduler.execute(() -> {
                    begun.countDown();
                    Latches.await(end);
                });
            }
        });
        begun.await();
        Schedulers.await(
                scheduler,
                now -> scheduler.goroutineProfile().groups().stream().anyMatch(GoroutineLabelTest::isLabelled));
        end.countDown();
        Timeline timeline = recording.stop();

        assertThat(timeline.slices())
                .anyMatch(slice -> slice.name().equals(GoroutineLabelTest.class.getName() + "$$Lambda {order=17}"));
    }

    private static boolean isLabelled(GoroutineGroup group) {
        return group.count() == 10 && group.labels().equals(Map.of("order=17", 10L));
    }
}
