package dev.gmp.processor;

import dev.gmp.GmpScheduler;
import dev.gmp.config.GoroutineMode;
import dev.gmp.config.OvertimePolicy;
import dev.gmp.observe.SchedulerSnapshot;
import dev.gmp.testkit.Niceness;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;

/** In a process that may lower priorities and not raise them: goroutines that compute, twice as many as processors. */
final class RefusedPriorityProgram {

    private static final int HOGS = 4;
    private static volatile boolean over;

    private RefusedPriorityProgram() {}

    public static void main(String[] args) throws Exception {
        int steps = Integer.parseInt(args[0]);
        int normal = Niceness.ofCaller();
        int low = normal + steps;
        GmpScheduler scheduler = GmpScheduler.builder()
                .goroutines(GoroutineMode.VIRTUAL)
                .maxProcs(2)
                .overtimePolicy(OvertimePolicy.LOWER_PRIORITY)
                .overtimeNice(steps)
                .build();
        int[] hogs = new int[HOGS];
        AtomicInteger begun = new AtomicInteger();
        CountDownLatch ended = new CountDownLatch(HOGS);
        for (int i = 0; i < HOGS; i++) {
            int place = i;
            scheduler.execute(() -> {
                hogs[place] = Niceness.idOfCaller();
                begun.incrementAndGet();
                while (!over) {
                    Thread.onSpinWait();
                }
                ended.countDown();
            });
        }
        await("all have begun", () -> begun.get() == HOGS);
        for (int hog : hogs) {
            await("lowered", () -> Niceness.of(hog).getAsInt() == low);
        }
        over = true;
        ended.await();
        for (int hog : hogs) {
            await("ended", () -> Niceness.of(hog).isEmpty());
        }
        long lowered = scheduler.snapshot().counters().priorityLowerings();
        int[] others = new int[1_000];
        CountDownLatch done = new CountDownLatch(others.length);
        for (int i = 0; i < others.length; i++) {
            int place = i;
            scheduler.execute(() -> {
                others[place] = Niceness.idOfCaller();
                done.countDown();
            });
        }
        done.await();
        long notNormal = IntStream.of(others)
                .distinct()
                .filter(other -> Niceness.of(other).orElse(normal) != normal)
                .count();
        // One that the kernel has kept from a CPU meanwhile may have lost its processor, too.
        await(
                "normal afterwards",
                () -> notNormal <= scheduler.snapshot().counters().priorityLowerings() - lowered);
        SchedulerSnapshot snapshot = scheduler.snapshot();
        require("counted", snapshot.counters().priorityLowerings() >= HOGS);
        require("their threads have ended", snapshot.counters().machinesEnded() >= HOGS);
        scheduler.shutdown();
        require("terminated", scheduler.awaitTermination(60, TimeUnit.SECONDS));
        require("nothing is lost", scheduler.snapshot().counters().completed() == HOGS + others.length);
        System.out.println("as promised");
    }

    private static void await(String what, BooleanSupplier condition) throws InterruptedException {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        while (!condition.getAsBoolean()) {
            require(what, System.nanoTime() - end < 0);
            Thread.sleep(1);
        }
    }

    private static void require(String what, boolean condition) {
        if (!condition) {
            throw new AssertionError("not so: " + what);
        }
    }
}
