package dev.gmp.goroutine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.gmp.GmpScheduler;
import dev.gmp.Goroutines;
import dev.gmp.config.GoroutineMode;
import dev.gmp.internal.jdk.VirtualThreads;
import dev.gmp.testkit.Schedulers;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

/** A goroutine that ends while it is locked takes its machine with it (Go: LockOSThread). */
class LockedMachineEndTest {

    /** QUIET-1: no machine parks after it, so its own must look whether all is done. */
    @Test
    void theLastGoroutineMayEndLocked() throws Exception {
        assumeTrue(VirtualThreads.available(), "needs virtual goroutines");
        GmpScheduler scheduler =
                Schedulers.direct(4).goroutines(GoroutineMode.VIRTUAL).build();
        CountDownLatch locked = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        scheduler.execute(() -> {
            Goroutines.lockMachine();
            locked.countDown();
            try {
                release.await();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        locked.await();
        scheduler.shutdown();
        release.countDown();

        Schedulers.awaitTermination(scheduler);

        assertThat(scheduler.snapshot().machineCounts().total()).isZero();
    }
}
