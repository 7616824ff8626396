package dev.gmp.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.gmp.GmpScheduler;
import dev.gmp.SchedulerBuilder;
import dev.gmp.config.GoroutineMode;
import dev.gmp.internal.jdk.VirtualThreads;
import dev.gmp.testkit.DefaultVirtualThreads;
import dev.gmp.testkit.Schedulers;
import java.lang.ref.Reference;
import java.lang.ref.WeakReference;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** Tasks find the class loader that the builder was given, however they came in; and nothing else keeps it. */
@ParameterizedClass
@MethodSource("dev.gmp.testkit.Modes#available")
class ContextClassLoaderTest {

    @Parameter
    GoroutineMode mode;

    private final ClassLoader application = newLoader();

    @Test
    void everyTaskFindsIt() throws Exception {
        try (GmpScheduler scheduler = builder().contextClassLoader(application).build()) {
            assertThat(seenBy(scheduler::execute)).isSameAs(application);
            assertThat(seenBy(scheduler::executeIdle)).isSameAs(application);
            assertThat(seenBy(scheduler::resume)).isSameAs(application);
            assertThat(seenBy(scheduler.direct()::execute)).isSameAs(application);
            assertThat(seenBy(task -> scheduler.schedule(task, 1, TimeUnit.MILLISECONDS)))
                    .isSameAs(application);
            assertThat(seenBy(task -> scheduler.scheduleWithFixedDelay(task, 1, 1, TimeUnit.MILLISECONDS)))
                    .isSameAs(application);
            assertThat(seenBy(scheduler.bulkhead("limited").maxGoroutines(1).build()::execute))
                    .isSameAs(application);
        }
    }

    @Test
    void withoutOneItIsTheLoaderOfTheScheduler() throws Exception {
        for (SchedulerBuilder builder :
                new SchedulerBuilder[] {builder(), builder().contextClassLoader(null)}) {
            try (GmpScheduler scheduler = builder.build()) {
                assertThat(seenBy(scheduler::execute)).isSameAs(GmpScheduler.class.getClassLoader());
            }
        }
    }

    /** As of the JDK's own factories. */
    @Test
    void aThreadThatIsMadeByHandHasThatOfItsMaker() throws Exception {
        assumeTrue(VirtualThreads.available(), VirtualThreads::reason);
        ClassLoader makers = newLoader();
        ClassLoader before = Thread.currentThread().getContextClassLoader();
        try (GmpScheduler scheduler = builder().contextClassLoader(application).build()) {
            ThreadFactory factory = scheduler.threadFactory();
            Thread.currentThread().setContextClassLoader(makers);
            assertThat(seenBy(task -> factory.newThread(task).start())).isSameAs(makers);
            assertThat(seenBy(task ->
                            scheduler.execute(() -> factory.newThread(task).start())))
                    .isSameAs(application);
            assertThat(seenBy(task -> scheduler
                            .virtual()
                            .execute(() -> DefaultVirtualThreads.factory()
                                    .newThread(task)
                                    .start())))
                    .isSameAs(application);
        } finally {
            Thread.currentThread().setContextClassLoader(before);
        }
    }

    /** What keeps the scheduler after its end, such as a meter of a context that restarts, does not keep the loader. */
    @Test
    void aSchedulerThatHasEndedLetsItGo() throws Exception {
        SchedulerBuilder builder = builder();
        WeakReference<ClassLoader> loader = giveLoaderTo(builder);
        GmpScheduler scheduler = builder.build();
        builder.contextClassLoader(null);
        assertThat(scheduler
                        .submit(() ->
                                Thread.currentThread().getContextClassLoader().getName())
                        .get())
                .isEqualTo("application");
        scheduler.schedule(() -> {}, 1, TimeUnit.MILLISECONDS).get();
        scheduler.close();
        await().untilAsserted(() -> {
            System.gc();
            assertThat(loader.get()).isNull();
        });
        Reference.reachabilityFence(scheduler);
    }

    private static WeakReference<ClassLoader> giveLoaderTo(SchedulerBuilder builder) {
        ClassLoader loader = newLoader();
        builder.contextClassLoader(loader);
        return new WeakReference<>(loader);
    }

    private static ClassLoader seenBy(Consumer<Runnable> submit) throws Exception {
        CompletableFuture<ClassLoader> seen = new CompletableFuture<>();
        submit.accept(() -> seen.complete(Thread.currentThread().getContextClassLoader()));
        return seen.get(60, TimeUnit.SECONDS);
    }

    private SchedulerBuilder builder() {
        return Schedulers.direct(2).goroutines(mode);
    }

    private static ClassLoader newLoader() {
        return new URLClassLoader("application", new URL[0], ContextClassLoaderTest.class.getClassLoader());
    }
}
