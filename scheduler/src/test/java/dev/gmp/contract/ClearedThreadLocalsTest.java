package dev.gmp.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.gmp.Bulkhead;
import dev.gmp.GmpScheduler;
import dev.gmp.Goroutines;
import dev.gmp.Unwatched;
import dev.gmp.config.GoroutineMode;
import dev.gmp.internal.jdk.VirtualThreads;
import dev.gmp.testkit.Schedulers;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** {@link Goroutines#clearThreadLocals}: a direct goroutine leaves none to the next one on its thread. */
class ClearedThreadLocalsTest {

    private static final ThreadLocal<String> LOCAL = new ThreadLocal<>();
    private static final ThreadLocal<String> INHERITABLE = new InheritableThreadLocal<>();

    private final GmpScheduler scheduler = Unwatched.build(Schedulers.direct(1));

    @AfterEach
    void close() {
        scheduler.close();
        LOCAL.remove();
    }

    @Test
    void theNextTaskFindsNone() throws Exception {
        assertThat(forgotten(true)).isEqualTo(isJavaLangOpen() ? Arrays.asList(null, null) : List.of("one", "two"));
    }

    @Test
    void withoutACallTheyStay() throws Exception {
        assertThat(forgotten(false)).containsExactly("one", "two");
    }

    @Test
    void aVirtualGoroutineKeepsItsOwn() throws Exception {
        assumeTrue(VirtualThreads.available(), VirtualThreads::reason);
        try (Bulkhead virtual = scheduler
                .bulkhead("virtual")
                .maxGoroutines(1)
                .goroutines(GoroutineMode.VIRTUAL)
                .build()) {
            Callable<String> task = () -> {
                LOCAL.set("own");
                return Goroutines.clearThreadLocals() + " " + LOCAL.get();
            };
            assertThat(virtual.submit(task).get()).isEqualTo("true own");
        }
    }

    @Test
    void aThreadThatIsNoGoroutineKeepsThem() {
        LOCAL.set("own");

        assertThat(Goroutines.clearThreadLocals()).isFalse();
        assertThat(LOCAL.get()).isEqualTo("own");
    }

    /** What a task finds on the thread on which another has left something. */
    private List<String> forgotten(boolean isCleared) throws Exception {
        while (true) { // it may run on another machine, before the first one has parked
            Thread before = scheduler
                    .submit(() -> {
                        LOCAL.set("one");
                        INHERITABLE.set("two");
                        if (isCleared) {
                            assertThat(Goroutines.clearThreadLocals()).isEqualTo(isJavaLangOpen());
                        }
                        return Thread.currentThread();
                    })
                    .get();
            List<String> found = scheduler
                    .submit(() -> before == Thread.currentThread()
                            ? Arrays.asList(LOCAL.get(), INHERITABLE.get())
                            : List.<String>of())
                    .get();
            if (!found.isEmpty()) {
                return found;
            }
        }
    }

    private static boolean isJavaLangOpen() {
        return Object.class.getModule().isOpen("java.lang", GmpScheduler.class.getModule());
    }
}
