package dev.gmp.faults.jvm;

import dev.gmp.GmpScheduler;
import dev.gmp.config.GoroutineMode;
import java.util.Scanner;

/** The operating system gives no thread when a machine of virtual goroutines meets its first direct one. */
public final class ThreadlessDirect {

    private ThreadlessDirect() {}

    public static void main(String[] args) throws Exception {
        Scanner in = new Scanner(System.in);
        GmpScheduler scheduler = GmpScheduler.builder()
                .maxProcs(1)
                .goroutines(GoroutineMode.VIRTUAL)
                .build();
        scheduler.submit(() -> {}).get();
        System.out.println("ready");
        in.nextLine();
        scheduler.direct().execute(() -> System.out.println("direct ran"));
        in.nextLine();
        scheduler.execute(() -> System.out.println("virtual ran"));
        scheduler.close();
        System.exit(0);
    }
}
