package dev.gmp.processor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.gmp.GmpScheduler;
import dev.gmp.Goroutines;
import dev.gmp.Unwatched;
import dev.gmp.config.GoroutineMode;
import dev.gmp.internal.gmp.MachineThreads;
import dev.gmp.internal.jdk.VirtualThreads;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** On one processor, with slices that do not end by themselves. */
class YieldBetweenTasksTest {

    private final AtomicBoolean otherHasRun = new AtomicBoolean();
    private final AtomicBoolean stop = new AtomicBoolean();
    private GmpScheduler scheduler;

    @AfterEach
    void close() {
        stop.set(true);
        if (scheduler != null) {
            scheduler.close();
        }
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "AUTO")
    void aGoroutineMadeByTheSameOneGoesFirst(GoroutineMode kind) throws Exception {
        open(kind);
        boolean wentFirst = scheduler
                .submit(() -> {
                    scheduler.execute(() -> otherHasRun.set(true));
                    assertThat(Goroutines.yieldBetweenTasks()).isTrue();
                    return otherHasRun.get();
                })
                .get();
        assertThat(wentFirst).isTrue();
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "AUTO")
    void aTaskFromOutsideRunsToo(GoroutineMode kind) throws Exception {
        open(kind);
        boolean hasRun = scheduler
                .submit(() -> {
                    Thread outside = new Thread(() -> scheduler.execute(() -> otherHasRun.set(true)));
                    outside.start();
                    while (scheduler.snapshot().runQueueDepth() == 0) {
                        Thread.onSpinWait();
                    }
                    assertThat(Goroutines.yieldBetweenTasks()).isTrue();
                    while (Goroutines.yieldBetweenTasks()) {
                        Thread.onSpinWait(); // the order between queues of different threads is not fixed
                    }
                    return otherHasRun.get();
                })
                .get();
        assertThat(hasRun).isTrue();
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "AUTO")
    void itReturnsWhereNoOtherWaits(GoroutineMode kind) throws Exception {
        open(kind);
        assertThat(scheduler.submit(Goroutines::yieldBetweenTasks).get()).isFalse();
    }

    /** Such a goroutine runs when no other wants to, and the one that asks here goes on. */
    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "AUTO")
    void expiredGoroutinesDoNotCount(GoroutineMode kind) throws Exception {
        open(kind);
        AtomicBoolean yielded = new AtomicBoolean(true);
        scheduler
                .submit(() -> {
                    scheduler.execute(() -> {
                        yielded.set(Goroutines.yieldBetweenTasks());
                        otherHasRun.set(true);
                    });
                    (MachineThreads.current()).requestPreemption(true); // as sysmon does after a slice
                    Goroutines.checkpoint();
                })
                .get();
        assertThat(otherHasRun).isTrue();
        assertThat(yielded).isFalse();
    }

    /** One that comes after all others has one slice in 61, and such a chain goes on for up to 16 goroutines in a slice. */
    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "AUTO")
    void whatComesNextWaitsItsTurnAsANewOneDoes(GoroutineMode kind) throws Exception {
        open(kind);
        int times = 10;
        AtomicInteger passed = new AtomicInteger();
        for (int i = 0; i < times; i++) {
            AtomicBoolean isBack = new AtomicBoolean();
            scheduler
                    .submit(() -> {
                        scheduler.execute(new Runnable() {
                            @Override
                            public void run() {
                                if (!isBack.get() && !stop.get()) {
                                    passed.incrementAndGet();
                                    scheduler.execute(this);
                                }
                            }
                        });
                        (MachineThreads.current()).requestPreemption(true); // as sysmon does after a slice
                        Goroutines.yieldBetweenTasks();
                        isBack.set(true);
                    })
                    .get();
        }
        assertThat(passed).hasPositiveValue().hasValueLessThan(32 * times);
        assertThat(scheduler.snapshot().counters().cooperativePreemptions()).isEqualTo(times);
    }

    @Test
    void aPlainThreadYieldsToNone() {
        assertThat(Goroutines.yieldBetweenTasks()).isFalse();
    }

    private void open(GoroutineMode kind) {
        assumeTrue(kind == GoroutineMode.DIRECT || VirtualThreads.available(), VirtualThreads::reason);
        scheduler = Unwatched.build(
                GmpScheduler.builder().goroutines(kind).maxProcs(1).timeSlice(Duration.ofSeconds(10)));
    }
}
