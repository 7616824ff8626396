package dev.gmp.processor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gmp.GmpScheduler;
import dev.gmp.Unwatched;
import dev.gmp.testkit.Schedulers;
import org.junit.jupiter.api.Test;

/** The threads themselves: their names, and that a throwing task does not cost one. */
class MachineThreadTest {

    @Test
    void threadsAreNamedAfterTheirScheduler() throws Exception {
        try (GmpScheduler scheduler = Schedulers.direct(1).name("orders").build()) {
            assertThat(scheduler.submit(() -> Thread.currentThread().getName()).get())
                    .isEqualTo("gmp-orders-m0");
        }
    }

    /**
     * Unlike ThreadPoolExecutor, which makes a new thread then. There may be one thread at a time: another would be made for a
     * task that comes while this one is on its way to park.
     */
    @Test
    void aThreadOutlivesATaskThatThrows() throws Exception {
        try (GmpScheduler scheduler = Unwatched.build(Schedulers.direct(1).maxMachines(1))) {
            Thread before = scheduler.submit(Thread::currentThread).get();
            scheduler.execute(() -> {
                Thread.currentThread().setUncaughtExceptionHandler((thread, thrown) -> {});
                throw new IllegalStateException("planned");
            });

            assertThat(scheduler.submit(Thread::currentThread).get()).isSameAs(before);
            assertThat(scheduler.snapshot().counters().machinesCreated()).isEqualTo(1);
        }
    }

    /** A thread is made by the submitter of that moment; what is inheritable there is none of its later tasks' business. */
    @Test
    void nothingIsInheritedFromTheThreadThatHappenedToSubmit() throws Exception {
        InheritableThreadLocal<String> inheritable = new InheritableThreadLocal<>();
        inheritable.set("a request's secret");
        try (GmpScheduler scheduler = Schedulers.direct(1).build()) {
            assertThat(scheduler.submit(inheritable::get).get()).isNull();
        } finally {
            inheritable.remove();
        }
    }
}
