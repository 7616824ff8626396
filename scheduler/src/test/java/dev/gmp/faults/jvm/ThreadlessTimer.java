package dev.gmp.faults.jvm;

import dev.gmp.GmpScheduler;
import dev.gmp.config.GoroutineMode;
import java.time.Duration;
import java.util.Scanner;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/** The operating system gives no thread when a timer wants a thread to wait for it, and gives them again later. */
public final class ThreadlessTimer {

    private ThreadlessTimer() {}

    public static void main(String[] args) throws Exception {
        Scanner in = new Scanner(System.in);
        GmpScheduler scheduler = GmpScheduler.builder()
                .maxProcs(1)
                .goroutines(GoroutineMode.DIRECT)
                .machineKeepAlive(Duration.ofMillis(1))
                .build();
        scheduler.submit(() -> {}).get();
        scheduler.schedule(() -> {}, 1, TimeUnit.MILLISECONDS).get(); // all has happened once
        while (scheduler.snapshot().machineCounts().total() > 0) {
            Thread.sleep(1);
        }
        System.out.println("ready");
        in.nextLine();
        ScheduledFuture<String> later = scheduler.schedule(() -> "fired", 1, TimeUnit.SECONDS);
        System.out.println("set");
        in.nextLine();
        System.out.println(later.get(60, TimeUnit.SECONDS));
        System.exit(0);
    }
}
