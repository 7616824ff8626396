package dev.gmp.faults.jvm;

import dev.gmp.GmpScheduler;
import dev.gmp.config.GoroutineMode;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** As many tasks block their threads as machines are allowed; one more waits; then all go on. */
public final class ManyMachines {

    private ManyMachines() {}

    public static void main(String[] args) throws Exception {
        int most = Integer.parseInt(args[0]);
        GmpScheduler scheduler = GmpScheduler.builder()
                .maxProcs(2)
                .maxMachines(most)
                .machineKeepAlive(Duration.ofMillis(100))
                .goroutines(GoroutineMode.DIRECT)
                .build();
        CountDownLatch blocked = new CountDownLatch(most);
        CountDownLatch release = new CountDownLatch(1);
        AtomicInteger ended = new AtomicInteger();
        for (int i = 0; i < most + 1; i++) {
            scheduler.execute(() -> {
                blocked.countDown();
                try {
                    release.await();
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
                ended.incrementAndGet();
            });
        }
        boolean all = blocked.await(130, TimeUnit.SECONDS);
        System.out.println("blocked all: " + all + ", machines "
                + scheduler.snapshot().machineCounts().total());
        while (scheduler.snapshot().counters().machineLimitHits() == 0) {
            Thread.sleep(10); // until one more has been wanted
        }
        release.countDown();
        scheduler.shutdown();
        boolean terminated = scheduler.awaitTermination(130, TimeUnit.SECONDS);
        System.out.println("terminated: " + terminated + ", ended " + ended);
        System.exit(0);
    }
}
