package dev.gmp.goroutine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.gmp.GmpScheduler;
import dev.gmp.Goroutines;
import dev.gmp.config.GoroutineMode;
import dev.gmp.internal.jdk.CarrierThreads;
import dev.gmp.internal.jdk.VirtualThreads;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class LockedMachineTest {

    private final AtomicBoolean stop = new AtomicBoolean();
    private GmpScheduler scheduler;

    @BeforeEach
    void open() {
        assumeTrue(VirtualThreads.available(), VirtualThreads::reason);
        scheduler = GmpScheduler.builder()
                .maxProcs(2)
                .goroutines(GoroutineMode.VIRTUAL)
                .build();
    }

    @AfterEach
    void close() {
        stop.set(true);
        if (scheduler != null) {
            scheduler.close();
        }
    }

    @Test
    void aLockedGoroutineStaysOnItsMachineAcrossParksAndYields() throws Exception {
        for (int i = 0; i < 4; i++) {
            scheduler.execute(() -> {
                while (!stop.get()) {
                    Thread.yield();
                }
            });
        }
        boolean stayed = scheduler
                .submit(() -> {
                    Goroutines.lockMachine();
                    Thread machine = CarrierThreads.current();
                    boolean same = true;
                    for (int i = 0; i < 200; i++) {
                        Thread.yield();
                        same &= CarrierThreads.current() == machine;
                        if (i % 20 == 0) {
                            Thread.sleep(1);
                            same &= CarrierThreads.current() == machine;
                        }
                    }
                    Goroutines.unlockMachine();
                    return same;
                })
                .get();
        stop.set(true);
        assertThat(stayed).isTrue();
    }

    @Test
    void locksNest() throws Exception {
        boolean stayed = scheduler
                .submit(() -> {
                    Goroutines.lockMachine();
                    Goroutines.lockMachine();
                    Goroutines.unlockMachine();
                    Thread machine = CarrierThreads.current();
                    boolean same = true;
                    for (int i = 0; i < 50; i++) {
                        scheduler.execute(() -> {});
                        Thread.sleep(0, 1000);
                        same &= CarrierThreads.current() == machine;
                    }
                    Goroutines.unlockMachine();
                    Goroutines.unlockMachine(); // one too many does nothing
                    return same;
                })
                .get();
        assertThat(stayed).isTrue();
    }

    @Test
    void aGoroutineThatEndsLockedEndsItsThread() throws Exception {
        AtomicReference<Thread> machine = new AtomicReference<>();
        scheduler
                .submit(() -> {
                    Goroutines.lockMachine();
                    machine.set(CarrierThreads.current());
                })
                .get();
        machine.get().join();
        assertThat(scheduler.submit(() -> 1).get()).isEqualTo(1);
    }

    @Test
    void theLastGoroutineMayEndLocked() {
        scheduler.execute(Goroutines::lockMachine);
        scheduler.shutdown();
        await().until(scheduler::isTerminated);
    }

    @Test
    void aPlainThreadIsToldThatItIsNoGoroutine() {
        assertThatThrownBy(Goroutines::lockMachine)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("Goroutines.lockMachine needs a goroutine");
        assertThatThrownBy(Goroutines::unlockMachine).isInstanceOf(IllegalStateException.class);
    }
}
