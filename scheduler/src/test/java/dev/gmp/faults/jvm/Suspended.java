package dev.gmp.faults.jvm;

import dev.gmp.GmpScheduler;
import dev.gmp.config.GoroutineMode;
import java.time.Duration;
import java.util.Random;
import java.util.Scanner;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/** Timers and queued work, while the whole process is stopped for longer than a stall may last. */
public final class Suspended {

    private static final int TIMERS = 2_000;
    private static final long LATEST_NANOS = TimeUnit.SECONDS.toNanos(6);
    private static final long PERIOD_NANOS = TimeUnit.MILLISECONDS.toNanos(50);
    private static final int TICKS = 40;

    private Suspended() {}

    public static void main(String[] args) throws Exception {
        AtomicInteger stalls = new AtomicInteger();
        Logger log = Logger.getLogger("dev.gmp.internal.sysmon.StallWatchdog");
        log.addHandler(new Counting(stalls));
        GmpScheduler scheduler = GmpScheduler.builder()
                .maxProcs(2)
                .goroutines(GoroutineMode.valueOf(args[0]))
                .stallAfter(Duration.ofSeconds(8))
                .build();
        AtomicBoolean stop = new AtomicBoolean();
        for (int i = 0; i < 8; i++) {
            scheduler.execute(new Runnable() {
                @Override
                public void run() {
                    if (!stop.get()) {
                        submitAgain(scheduler, this);
                    }
                }
            });
        }
        AtomicIntegerArray runs = new AtomicIntegerArray(TIMERS);
        AtomicInteger early = new AtomicInteger();
        CountDownLatch fired = new CountDownLatch(TIMERS + TICKS);
        Random random = new Random(1);
        for (int i = 0; i < TIMERS; i++) {
            int number = i;
            long delay = (long) (random.nextDouble() * LATEST_NANOS);
            long due = System.nanoTime() + delay;
            scheduler.schedule(
                    () -> {
                        early.addAndGet(System.nanoTime() - due < 0 ? 1 : 0);
                        runs.incrementAndGet(number);
                        fired.countDown();
                    },
                    delay,
                    TimeUnit.NANOSECONDS);
        }
        AtomicInteger ticks = new AtomicInteger();
        long start = System.nanoTime();
        Future<?> ticking = scheduler.scheduleAtFixedRate(
                () -> {
                    int tick = ticks.getAndIncrement();
                    early.addAndGet(System.nanoTime() - start < tick * PERIOD_NANOS ? 1 : 0);
                    fired.countDown();
                },
                0,
                PERIOD_NANOS,
                TimeUnit.NANOSECONDS);
        System.out.println("ready");
        new Scanner(System.in).nextLine();
        boolean all = fired.await(60, TimeUnit.SECONDS);
        ticking.cancel(false);
        stop.set(true);
        scheduler.shutdown();
        all &= scheduler.awaitTermination(60, TimeUnit.SECONDS);
        for (int i = 0; i < TIMERS; i++) {
            all &= runs.get(i) == 1;
        }
        System.out.println("%s, %s early, stalls %d"
                .formatted(all ? "all ran once" : "not all ran once", early.get() == 0 ? "none" : early, stalls.get()));
        System.exit(0);
    }

    private static void submitAgain(GmpScheduler scheduler, Runnable task) {
        try {
            scheduler.execute(task);
        } catch (RejectedExecutionException shutDown) {
            // it had looked a moment too early whether to stop
        }
    }

    private static final class Counting extends Handler {

        private final AtomicInteger count;

        Counting(AtomicInteger count) {
            this.count = count;
        }

        @Override
        public void publish(LogRecord line) {
            count.incrementAndGet();
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    }
}
