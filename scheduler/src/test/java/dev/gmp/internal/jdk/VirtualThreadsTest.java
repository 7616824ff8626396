package dev.gmp.internal.jdk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What {@link VirtualThreads} makes and tells. What the JDK then does with it: {@link JdkPromisesTest}. */
class VirtualThreadsTest {
    private static final InheritableThreadLocal<String> INHERITED = new InheritableThreadLocal<>();

    private final HandDrivenScheduler scheduler = new HandDrivenScheduler();

    @BeforeEach
    void onlyWhereAvailable() {
        assumeTrue(VirtualThreads.available(), VirtualThreads::reason);
    }

    @Test
    void givesNoReasonWhenAvailable() {
        assertThat(VirtualThreads.reason()).isEmpty();
    }

    @Test
    void makesAnUnstartedVirtualThreadWithItsName() {
        Thread thread = VirtualThreads.newThread(scheduler, "gmp-web-g7", false, () -> {});

        assertThat(VirtualThreads.isVirtual(thread)).isTrue();
        assertThat(thread.getState()).isEqualTo(Thread.State.NEW);
        assertThat(thread.getName()).isEqualTo("gmp-web-g7");
        assertThat(scheduler.queued()).isZero();
    }

    @Test
    void makesAThreadWithoutAName() {
        assertThat(scheduler.newThread(() -> {}).getName()).isEmpty();
    }

    @Test
    void runsTheTaskOnTheNewThread() {
        AtomicReference<Thread> ranOn = new AtomicReference<>();
        Thread thread = scheduler.newThread(() -> ranOn.set(Thread.currentThread()));

        thread.start();
        scheduler.runNext();

        assertThat(ranOn).hasValue(thread);
    }

    @Test
    void inheritsThreadLocalsOnlyWhenAsked() {
        List<String> seen = new ArrayList<>();
        INHERITED.set("from the starter");
        try {
            for (boolean inherit : new boolean[] {true, false}) {
                Thread thread = VirtualThreads.newThread(scheduler, null, inherit, () -> seen.add(INHERITED.get()));
                thread.start();
                scheduler.runNext();
            }
        } finally {
            INHERITED.remove();
        }
        assertThat(seen).containsExactly("from the starter", null);
    }

    @Test
    void inheritsTheContextClassLoaderOnlyWhenAsked() {
        Thread current = Thread.currentThread();
        ClassLoader before = current.getContextClassLoader();
        ClassLoader application = new ClassLoader() {};
        current.setContextClassLoader(application);
        try {
            assertThat(VirtualThreads.newThread(scheduler, null, true, () -> {}).getContextClassLoader())
                    .isSameAs(application);
            assertThat(VirtualThreads.newThread(scheduler, null, false, () -> {})
                            .getContextClassLoader())
                    .isSameAs(ClassLoader.getSystemClassLoader());
        } finally {
            current.setContextClassLoader(before);
        }
    }

    @Test
    void knowsTheContinuationBeforeTheThreadStarts() {
        Thread thread = scheduler.newThread(() -> {});
        Runnable continuation = VirtualThreads.continuationOf(thread);

        thread.start();

        assertThat(scheduler.take()).isSameAs(continuation);
    }

    @Test
    void tellsWhoseAContinuationIs() {
        Thread one = scheduler.newThread(() -> {});
        Thread other = scheduler.newThread(() -> {});

        assertThat(VirtualThreads.threadOf(VirtualThreads.continuationOf(one))).isSameAs(one);
        assertThat(VirtualThreads.threadOf(VirtualThreads.continuationOf(other)))
                .isSameAs(other);
    }

    @Test
    void tellsAContinuationFromAnyOtherTask() {
        assertThat(VirtualThreads.threadOf(() -> {})).isNull();
        assertThat(VirtualThreads.threadOf(new Thread())).isNull();
    }

    @Test
    void tellsAYieldFromAnUnpark() {
        Thread thread = scheduler.start(() -> {
            Thread.yield();
            LockSupport.park();
        });

        scheduler.runNext();
        assertThat(VirtualThreads.yielded(thread)).isTrue();

        scheduler.runNext();
        LockSupport.unpark(thread);
        assertThat(VirtualThreads.yielded(thread)).isFalse();

        scheduler.runWhile(thread);
    }

    @Test
    void tellsTheCarrierFromInside() {
        AtomicReference<Thread> carrier = new AtomicReference<>();
        scheduler.start(() -> carrier.set(CarrierThreads.current()));

        scheduler.runNext();

        assertThat(carrier).hasValue(Thread.currentThread());
    }
}
