package dev.gmp.gotests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.gmp.Goroutines;
import dev.gmp.config.GoroutineMode;
import dev.gmp.internal.jdk.CarrierThreads;
import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A goroutine that yields lets others run, bound to its thread or not. */
class YieldTest extends GoTest {

    /** Go: TestYieldProgress, TestYieldLockedProgress. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aGoroutineThatYieldsForEverLetsTheOneRunThatEndsIt(boolean locked) throws Exception {
        open(1);
        Channel<Boolean> stop = new Channel<>();
        Channel<Boolean> acknowledged = new Channel<>();
        Future<?> yielding = go(() -> {
            if (locked) {
                Goroutines.lockMachine();
            }
            while (stop.poll() == null) {
                Goroutines.yield();
            }
            acknowledged.send(true);
        });
        Future<?> ending = go(() -> {
            stop.send(true);
            acknowledged.receive();
        });

        ending.get(60, TimeUnit.SECONDS);
        yielding.get(60, TimeUnit.SECONDS);
    }

    /** Go: TestYieldLocked. The goroutine ends without unlocking, on purpose. */
    @Test
    void aLockedGoroutineYieldsAndSleepsOnTheSameThread() throws Exception {
        open(2);
        Channel<Boolean> same = new Channel<>();
        go(() -> {
            Goroutines.lockMachine();
            Thread machine = CarrierThreads.current();
            boolean stayed = true;
            for (int i = 0; i < 10; i++) {
                Goroutines.yield();
                stayed &= CarrierThreads.current() == machine;
                Goroutines.sleep(Duration.ofMillis(1));
                stayed &= CarrierThreads.current() == machine;
            }
            same.send(stayed);
        });

        assertThat(same.receive()).isTrue();
        assertThat(scheduler.submit(() -> 1).get()).isEqualTo(1);
    }

    /** Go: TestBlockLocked. */
    @Test
    void aLockedGoroutineMayBlock() throws Exception {
        open(1);
        Channel<Boolean> channel = new Channel<>();
        Future<?> sender = go(() -> {
            Goroutines.lockMachine();
            for (int i = 0; i < 10; i++) {
                channel.send(true);
            }
            Goroutines.unlockMachine();
        });
        for (int i = 0; i < 10; i++) {
            assertThat(channel.receive()).isTrue();
        }
        sender.get(60, TimeUnit.SECONDS);
    }

    /** Go: TestLockOSThreadNesting: after two locks and one unlock it is still bound, after the second it need not be. */
    @Test
    void locksAreCounted() throws Exception {
        open(2);
        Future<Boolean> stayed = scheduler.submit(() -> {
            Goroutines.lockMachine();
            Goroutines.lockMachine();
            Goroutines.unlockMachine();
            Thread machine = CarrierThreads.current();
            boolean same = true;
            for (int i = 0; i < 20; i++) {
                scheduler.execute(() -> {});
                Goroutines.yield();
                same &= CarrierThreads.current() == machine;
            }
            Goroutines.unlockMachine();
            return same;
        });

        assertThat(stayed.get(60, TimeUnit.SECONDS)).isTrue();
    }

    /** Go: TestLockOSThreadExit: the thread of a goroutine that ends locked ends too, and nothing else runs on it. */
    @Test
    void aGoroutineThatEndsLockedTakesItsThreadAlong() throws Exception {
        assumeTrue(mode == GoroutineMode.VIRTUAL, "a direct goroutine is bound in any case and leaves its thread");
        open(1);
        Future<Thread> locked = scheduler.submit(() -> {
            Goroutines.lockMachine();
            return CarrierThreads.current();
        });
        Thread machine = locked.get(60, TimeUnit.SECONDS);

        assertThat(scheduler.submit(CarrierThreads::current).get(60, TimeUnit.SECONDS))
                .isNotSameAs(machine);
        machine.join();
    }
}
