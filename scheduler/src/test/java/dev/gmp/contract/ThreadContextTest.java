package dev.gmp.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.gmp.Unwatched;
import dev.gmp.testkit.Schedulers;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What a task finds on its thread is the same on a direct goroutine as in a {@code ThreadPoolExecutor}, which is tested
 * beside it; what it leaves there is not ({@link RestoredThreadTest}), but for thread-locals.
 */
@ParameterizedClass
@MethodSource("executors")
class ThreadContextTest {

    @Parameter
    Supplier<ExecutorService> factory;

    private ExecutorService executor;

    static Stream<Supplier<ExecutorService>> executors() {
        return Stream.of(() -> Executors.newFixedThreadPool(1), () -> Unwatched.build(Schedulers.direct(1)));
    }

    @BeforeEach
    void build() {
        executor = factory.get();
    }

    @AfterEach
    void shutdown() throws InterruptedException {
        executor.shutdown();
        assertThat(executor.awaitTermination(60, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void tasksOfOneThreadShareItsThreadLocals() throws Exception {
        ThreadLocal<Thread> local = new ThreadLocal<>();
        Set<Thread> seen = new HashSet<>();
        boolean again = false;
        while (!again) { // a scheduler may take another thread while the last one goes to sleep
            LeftBehind found = executor.submit(() -> {
                        LeftBehind left = new LeftBehind(Thread.currentThread(), local.get());
                        local.set(left.thread());
                        return left;
                    })
                    .get();
            again = !seen.add(found.thread());
            assertThat(found.local()).isSameAs(again ? found.thread() : null);
        }
    }

    @Test
    void aContextClassLoaderIsThereFromTheStart() throws Exception {
        assertThat(executor.submit(() -> Thread.currentThread().getContextClassLoader())
                        .get())
                .isSameAs(ThreadContextTest.class.getClassLoader());
    }

    @Test
    void threadsAreNoDaemonsAndOfNormalPriority() throws Exception {
        Thread thread = executor.submit(Thread::currentThread).get();

        assertThat(thread.isDaemon()).isFalse();
        assertThat(thread.getPriority()).isEqualTo(Thread.NORM_PRIORITY);
        assertThat(thread.getThreadGroup()).isSameAs(Thread.currentThread().getThreadGroup());
    }

    @Test
    void anUncaughtExceptionGoesToTheHandlerOfTheThread() throws Exception {
        List<String> heard = new CopyOnWriteArrayList<>();
        executor.execute(() -> {
            Thread.currentThread()
                    .setUncaughtExceptionHandler((thread, thrown) ->
                            heard.add((thread == Thread.currentThread()) + " " + thrown.getMessage()));
            throw new IllegalStateException("planned");
        });
        await().until(() -> !heard.isEmpty());

        assertThat(heard).containsExactly("true planned");
    }

    @Test
    void withoutAHandlerOfItsOwnItGoesToTheDefaultOne() throws Exception {
        List<String> heard = new CopyOnWriteArrayList<>();
        Thread.UncaughtExceptionHandler before = Thread.getDefaultUncaughtExceptionHandler();
        String message = "planned by ThreadContextTest";
        Thread.setDefaultUncaughtExceptionHandler((thread, thrown) -> {
            if (message.equals(thrown.getMessage())) { // others may throw meanwhile
                heard.add(message);
            }
        });
        try {
            executor.execute(() -> {
                throw new IllegalStateException(message);
            });
            executor.submit(() -> {}).get();
            executor.shutdown();
            assertThat(executor.awaitTermination(60, TimeUnit.SECONDS)).isTrue();
            // The exception leaves the last thread of a ThreadPoolExecutor after its end, and Awaitility would take it.
            await().dontCatchUncaughtExceptions().until(() -> !heard.isEmpty());
        } finally {
            Thread.setDefaultUncaughtExceptionHandler(before);
        }
        assertThat(heard).containsExactly(message);
    }

    @Test
    void whatATaskDoesIsSeenByItsWaiters() throws Exception {
        int[] plain = new int[1];
        plain[0] = 20;
        executor.submit(() -> plain[0]++).get();

        assertThat(plain[0]).isEqualTo(21);
    }

    private record LeftBehind(Thread thread, Thread local) {}
}
