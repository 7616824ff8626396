package dev.gmp.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.gmp.GmpScheduler;
import dev.gmp.config.GoroutineMode;
import dev.gmp.observe.SchedulerListener;
import dev.gmp.processor.FirstCaller;
import dev.gmp.testkit.Schedulers;
import java.io.IOException;
import java.io.InputStream;
import java.lang.ref.Reference;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What the threads of a scheduler take over from what starts, interrupts or uses them: nothing. */
class OwnThreadsTest {

    /** The first task, whatever submits it, starts the threads that all others use. */
    @Test
    void normalPriorityIsNotThatOfTheStarter() throws Exception {
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

    /**
     * On JDK 23 and before, a thread keeps what was on the stack when it was made, unless that is prevented. And a slot of a
     * ring keeps the goroutine that stood in it.
     */
    @ParameterizedTest
    @MethodSource("dev.gmp.testkit.Modes#available")
    void theClassLoaderOfTheStarterAndOfItsTasksIsNotKept(GoroutineMode kind) {
        try (GmpScheduler scheduler = Schedulers.direct(2)
                .goroutines(kind)
                .schedtraceInterval(Duration.ofDays(1))
                .build()) {
            WeakReference<ClassLoader> loader = startByForeignClass(scheduler);
            Schedulers.await(scheduler, now -> now.counters().completed() == 3);

            await().untilAsserted(() -> {
                System.gc();
                assertThat(loader.get()).isNull();
            });
            Reference.reachabilityFence(scheduler);
        }
    }

    @SuppressWarnings("unchecked")
    private static WeakReference<ClassLoader> startByForeignClass(GmpScheduler scheduler) {
        try {
            Class<?> foreign = new OwnLoader().define(FirstCaller.class);
            ((Consumer<GmpScheduler>) foreign.getConstructor().newInstance()).accept(scheduler);
            return new WeakReference<>(foreign.getClassLoader());
        } catch (ReflectiveOperationException | IOException e) {
            throw new AssertionError(e);
        }
    }

    private static final class OwnLoader extends ClassLoader {

        OwnLoader() {
            super(OwnThreadsTest.class.getClassLoader());
        }

        Class<?> define(Class<?> copied) throws IOException {
            try (InputStream file = copied.getResourceAsStream(copied.getSimpleName() + ".class")) {
                byte[] bytes = file.readAllBytes();
                return defineClass(copied.getName(), bytes, 0, bytes.length);
            }
        }
    }

    /** What interrupts a group of threads reaches those that no task runs on; an interrupt would end their every later wait. */
    @Test
    void theSchedulersOwnThreadsForgetAnInterrupt() throws Exception {
        try (GmpScheduler scheduler = Schedulers.direct(1)
                .name("own")
                .schedtraceInterval(Duration.ofDays(1))
                .build()) {
            scheduler.submit(() -> {}).get();
            List<Thread> own = threadsOf("gmp-own-s");
            assertThat(own).extracting(Thread::getName).contains("gmp-own-sysmon", "gmp-own-schedtrace");
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
