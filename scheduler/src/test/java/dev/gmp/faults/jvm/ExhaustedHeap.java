package dev.gmp.faults.jvm;

import dev.gmp.GmpScheduler;
import dev.gmp.config.GoroutineMode;
import dev.gmp.observe.SchedulerSnapshot;
import java.lang.System.Logger.Level;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * Again and again a task fills the heap to the last byte and holds it for a moment, while others are submitted, submit
 * others, wait for timers, park and are unparked. Whatever a call of the scheduler has accepted must have happened in the
 * end; a call that threw has done nothing. The program's own parts make all they need before the memory goes.
 */
public final class ExhaustedHeap {

    private static final int OUTSIDERS = 2;
    private static final int SLEEPERS = 16;
    private static final int FEWEST_FILLS = 3;
    private static final int MOST_UNDER_WAY = 400;
    private static final long HOLD_NANOS = 2_000_000;
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(40);

    private static final AtomicLong ACCEPTED = new AtomicLong();
    private static final AtomicLong RAN = new AtomicLong();
    private static final AtomicLong REFUSED = new AtomicLong();
    private static final AtomicLong FILLS = new AtomicLong();
    private static final Thread[] PARKED = new Thread[SLEEPERS];
    private static volatile Object[] ballast;
    private static volatile boolean stop;
    private static GmpScheduler scheduler;

    private static final Runnable COUNT = RAN::incrementAndGet;
    private static final Runnable DIVIDE = () -> {
        submit(COUNT);
        submit(COUNT);
        RAN.incrementAndGet();
    };
    private static final Runnable FILL = () -> {
        fill();
        RAN.incrementAndGet();
    };

    private ExhaustedHeap() {}

    public static void main(String[] args) throws Exception {
        GoroutineMode mode = GoroutineMode.valueOf(args[0]);
        long until = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(Long.parseLong(args[1]));
        scheduler = GmpScheduler.builder()
                .name("exhausted")
                .maxProcs(2)
                .goroutines(mode)
                .queueCapacity(2 * MOST_UNDER_WAY)
                .build();
        warmUp();
        Thread[] outsiders = new Thread[OUTSIDERS];
        for (int i = 0; i < OUTSIDERS; i++) {
            outsiders[i] = new Thread(ExhaustedHeap::submitMany);
            outsiders[i].start();
        }
        if (mode == GoroutineMode.VIRTUAL) {
            for (int i = 0; i < SLEEPERS; i++) {
                PARKED[i] = scheduler.threadFactory().newThread(ExhaustedHeap::parkAgainAndAgain);
                PARKED[i].start();
            }
        }
        long asked = 0;
        while (System.nanoTime() - until < 0 || asked < FEWEST_FILLS || FILLS.get() < asked) {
            if (FILLS.get() == asked && submit(FILL)) { // one at a time
                asked++;
            }
            LockSupport.parkNanos(1_000_000);
        }
        stop = true; // the memory is there again
        for (Thread outsider : outsiders) {
            outsider.join();
        }
        for (Thread thread : PARKED) {
            while (thread != null && thread.isAlive()) {
                LockSupport.unpark(thread);
                thread.join(10);
            }
        }
        report();
        System.exit(0);
    }

    private static void report() throws Exception {
        boolean all = await(() -> RAN.get() == ACCEPTED.get());
        boolean idle = await(ExhaustedHeap::isIdle);
        int answer = scheduler.submit(() -> 42).get(40, TimeUnit.SECONDS);
        int later = scheduler.schedule(() -> 43, 1, TimeUnit.MILLISECONDS).get(40, TimeUnit.SECONDS);
        SchedulerSnapshot before = scheduler.snapshot();
        scheduler.shutdown();
        boolean terminated = scheduler.awaitTermination(40, TimeUnit.SECONDS);
        System.out.println("filled %d times; refused %d, accepted %d, ran %d"
                .formatted(FILLS.get(), REFUSED.get(), ACCEPTED.get(), RAN.get()));
        if (!all || !idle || !terminated) {
            System.out.println(before);
        }
        System.out.println(
                "all ran %s, idle %s, answers %d %d, terminated %s".formatted(all, idle, answer, later, terminated));
    }

    private static boolean isIdle() {
        SchedulerSnapshot now = scheduler.snapshot();
        return now.idleProcs() == 2
                && now.spinningMachines() == 0
                && now.runQueueDepth() == 0
                && now.timersPending() == 0
                && now.machineCounts().idle() == now.machineCounts().total()
                && now.counters().created() == now.counters().completed();
    }

    private static void submitMany() {
        for (int i = 0; !stop; i++) {
            if (ACCEPTED.get() - RAN.get() > MOST_UNDER_WAY) {
                Thread.yield();
            } else if (i % 16 == 1) {
                schedule();
            } else {
                submit(i % 4 == 0 ? DIVIDE : COUNT);
            }
            for (Thread thread : PARKED) {
                if (thread != null) {
                    unpark(thread);
                }
            }
        }
    }

    /** @return whether it was accepted */
    private static boolean submit(Runnable task) {
        try {
            scheduler.execute(task);
            ACCEPTED.incrementAndGet();
            return true;
        } catch (OutOfMemoryError | RejectedExecutionException nothingHasHappened) {
            REFUSED.incrementAndGet();
            return false;
        }
    }

    private static void schedule() {
        try {
            scheduler.schedule(COUNT, 3, TimeUnit.MILLISECONDS);
            ACCEPTED.incrementAndGet();
        } catch (OutOfMemoryError nothingHasHappened) {
            REFUSED.incrementAndGet();
        }
    }

    private static void parkAgainAndAgain() {
        while (!stop) {
            try {
                LockSupport.park();
            } catch (OutOfMemoryError noPark) {
                Thread.onSpinWait();
            }
        }
    }

    private static void unpark(Thread thread) {
        try {
            LockSupport.unpark(thread);
        } catch (OutOfMemoryError fromJdk) {
            REFUSED.incrementAndGet();
        }
    }

    /** What is smallest comes last, so that nothing fits any more. */
    private static void fill() {
        Object[] last = null;
        for (int size = 1 << 18; size >= 1; size /= 8) {
            try {
                while (true) {
                    Object[] next = {last, new byte[size]};
                    last = next;
                    ballast = last;
                }
            } catch (OutOfMemoryError full) {
                // on to smaller ones
            }
        }
        long since = System.nanoTime();
        while (System.nanoTime() - since < HOLD_NANOS) {
            Thread.onSpinWait();
        }
        ballast = null;
        FILLS.incrementAndGet();
    }

    /** Everything has happened once before the memory is gone: what is used for the first time takes memory. */
    private static void warmUp() throws Exception {
        for (int i = 0; i < 500; i++) {
            submit(DIVIDE);
            schedule();
            scheduler.submit(COUNT).get();
            ACCEPTED.incrementAndGet();
        }
        for (int i = 0; i < 2_000 && scheduler.goroutines() == GoroutineMode.VIRTUAL; i++) {
            Thread thread = scheduler.threadFactory().newThread(() -> {
                LockSupport.park();
                Thread.yield();
            });
            thread.start();
            LockSupport.unpark(thread);
            scheduler.submit(Thread::yield).get();
            thread.join();
        }
        scheduler.submit(() -> LockSupport.parkNanos(50_000_000)).get();
        System.getLogger(ExhaustedHeap.class.getName()).log(Level.WARNING, "warm", new OutOfMemoryError("planned"));
        await(ExhaustedHeap::isIdle);
    }

    private static boolean await(BooleanSupplier condition) throws InterruptedException {
        long since = System.nanoTime();
        while (System.nanoTime() - since < PATIENCE_NANOS) {
            if (condition.getAsBoolean()) {
                return true;
            }
            Thread.sleep(2);
        }
        return false;
    }
}
