package dev.gmp.goroutine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.gmp.GmpScheduler;
import dev.gmp.Goroutines;
import dev.gmp.config.GoroutineMode;
import dev.gmp.internal.jdk.VirtualThreads;
import dev.gmp.testkit.Schedulers;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** When every machine that may exist belongs to a locked goroutine, no other is left to bring one of them a processor. */
class LockedAtTheLimitTest {

    @BeforeEach
    void onlyWhereAvailable() {
        assumeTrue(VirtualThreads.available(), VirtualThreads::reason);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void asManyLockedGoroutinesAsMachinesThatParkAndYieldAllGetOn(int machines) throws Exception {
        GmpScheduler scheduler = limited(machines);
        try {
            CountDownLatch done = new CountDownLatch(machines);
            for (int i = 0; i < machines; i++) {
                scheduler.execute(() -> {
                    Goroutines.lockMachine();
                    for (int round = 0; round < 50; round++) {
                        parkOrYield(round);
                    }
                    Goroutines.unlockMachine();
                    done.countDown();
                });
            }
            boolean all = done.await(60, TimeUnit.SECONDS);
            assertThat(all).as("%s", scheduler.snapshot()).isTrue();
        } finally {
            scheduler.shutdown(); // and not closed: that would wait for ever where one is stuck
        }
        Schedulers.awaitTermination(scheduler);
    }

    @Test
    void othersRunWhenTheLockedOnesAreDone() throws Exception {
        GmpScheduler scheduler = limited(2);
        try {
            int tasks = 20;
            CountDownLatch done = new CountDownLatch(tasks);
            for (int i = 0; i < tasks; i++) {
                boolean locks = i % 2 == 0;
                scheduler.execute(() -> {
                    if (locks) {
                        Goroutines.lockMachine();
                    }
                    for (int round = 0; round < 20; round++) {
                        parkOrYield(round);
                    }
                    done.countDown(); // those that are locked end so, and their machines with them
                });
            }
            boolean all = done.await(60, TimeUnit.SECONDS);
            assertThat(all).as("%s", scheduler.snapshot()).isTrue();
        } finally {
            scheduler.shutdown(); // and not closed: that would wait for ever where one is stuck
        }
        Schedulers.awaitTermination(scheduler);
    }

    private static GmpScheduler limited(int machines) {
        return GmpScheduler.builder()
                .maxProcs(1)
                .maxMachines(machines)
                .machineKeepAlive(Schedulers.NEVER)
                .goroutines(GoroutineMode.VIRTUAL)
                .build();
    }

    private static void parkOrYield(int round) {
        if (round % 5 == 0) {
            try {
                Thread.sleep(1);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        } else {
            Thread.yield();
        }
    }
}
