package dev.gmp.benchmarks.workload.meet;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class BagStormTest {
    private static final int BORROWERS = 200;

    /** More borrowers than entries, on threads of the kernel's: some have to wait for one. */
    @Test
    void allBorrowersBorrowUntilTheyAreStopped() throws Exception {
        AtomicInteger started = new AtomicInteger();
        CountDownLatch running = new CountDownLatch(BORROWERS);
        BagStorm storm = new BagStorm(
                task -> {
                    started.incrementAndGet();
                    return new Thread(
                            () -> {
                                running.countDown();
                                task.run();
                            },
                            "borrower");
                },
                BORROWERS);

        storm.start();
        running.await();
        Thread.sleep(50);

        assertThat(storm.stop()).isPositive();
        assertThat(started).hasValue(BORROWERS);
    }
}
