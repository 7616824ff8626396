package dev.gmp.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gmp.GmpScheduler;
import dev.gmp.Unwatched;
import dev.gmp.testkit.Schedulers;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A direct goroutine inherits nothing that a task before it has changed of their thread. */
class RestoredThreadTest {

    private final GmpScheduler scheduler = Unwatched.build(Schedulers.direct(1));

    static Stream<Function<GmpScheduler, Executor>> waysIn() {
        return Stream.of(
                scheduler -> scheduler,
                scheduler -> scheduler::executeIdle,
                scheduler -> scheduler::resume,
                scheduler -> task -> scheduler.schedule(task, 1, TimeUnit.MILLISECONDS),
                scheduler -> scheduler.bulkhead("limited").maxGoroutines(1).build());
    }

    @AfterEach
    void close() {
        scheduler.close();
    }

    @ParameterizedTest
    @MethodSource("waysIn")
    void theNextTaskFindsTheThreadAsItWas(Function<GmpScheduler, Executor> wayIn) {
        assertAsMade(foundAfter(RestoredThreadTest::changeAll, wayIn.apply(scheduler)));
    }

    @Test
    void alsoAfterATaskThatThrows() {
        assertAsMade(foundAfter(
                thread -> {
                    changeAll(thread);
                    throw new IllegalStateException("planned");
                },
                scheduler));
    }

    private static void assertAsMade(Settings found) {
        assertThat(found.name()).matches("gmp-test-m\\d+");
        assertThat(found.loader()).isSameAs(GmpScheduler.class.getClassLoader());
        assertThat(found.priority()).isEqualTo(Thread.NORM_PRIORITY);
        assertThat(found.handler()).isSameAs(found.thread().getThreadGroup());
    }

    /** The next task may begin on another machine, before the first one has parked: then once more. */
    private static Settings foundAfter(Change change, Executor executor) {
        while (true) {
            Settings before = run(executor, change);
            Settings after = run(executor, RestoredThreadTest::changeNothing);
            if (before.thread() == after.thread()) {
                return after;
            }
        }
    }

    private static Settings run(Executor executor, Change change) {
        CompletableFuture<Settings> found = new CompletableFuture<>();
        executor.execute(() -> {
            found.complete(Settings.now());
            change.apply(Thread.currentThread());
        });
        return found.join();
    }

    private static void changeNothing(Thread thread) {}

    private static void changeAll(Thread thread) {
        thread.setContextClassLoader(new URLClassLoader(new URL[0]));
        thread.setName("left behind");
        thread.setPriority(Thread.MIN_PRIORITY);
        thread.setUncaughtExceptionHandler((itself, thrown) -> {});
    }

    @FunctionalInterface
    private interface Change {
        void apply(Thread thread);
    }

    private record Settings(
            Thread thread, ClassLoader loader, String name, int priority, Thread.UncaughtExceptionHandler handler) {

        static Settings now() {
            Thread thread = Thread.currentThread();
            return new Settings(
                    thread,
                    thread.getContextClassLoader(),
                    thread.getName(),
                    thread.getPriority(),
                    thread.getUncaughtExceptionHandler());
        }
    }
}
