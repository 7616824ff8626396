package dev.gmp.faults.jvm;

import dev.gmp.GmpScheduler;
import dev.gmp.config.GoroutineMode;
import java.util.Scanner;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** The operating system gives no thread when the scheduler wants its first ones, and gives them again later. */
public final class Threadless {

    private static final int TASKS = 20;

    private Threadless() {}

    public static void main(String[] args) throws Exception {
        Scanner in = new Scanner(System.in);
        GmpScheduler scheduler = GmpScheduler.builder()
                .maxProcs(1)
                .goroutines(GoroutineMode.DIRECT)
                .build();
        CountDownLatch ran = new CountDownLatch(TASKS + 1);
        System.out.println("ready");
        in.nextLine();
        for (int i = 0; i < TASKS; i++) {
            scheduler.execute(ran::countDown);
        }
        System.out.println("submitted");
        in.nextLine();
        scheduler.execute(ran::countDown);
        CountDownLatch release = new CountDownLatch(1);
        scheduler.execute(() -> {
            try {
                release.await();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        scheduler.execute(release::countDown); // only by a processor that sysmon takes from the one that blocks
        scheduler.shutdown();
        boolean all = ran.await(60, TimeUnit.SECONDS) && scheduler.awaitTermination(60, TimeUnit.SECONDS);
        System.out.println(all ? "all ran" : "hangs: " + scheduler.snapshot());
        System.exit(0);
    }
}
