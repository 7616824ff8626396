package dev.gmp.faults.jvm;

import dev.gmp.GmpScheduler;
import dev.gmp.Goroutines;
import dev.gmp.config.GoroutineMode;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Sets timers for tomorrow and cancels them. No scheduler is closed, so only these timers could hold the JVM. */
public final class CancelledTimers {

    private static final Duration KEEP_ALIVE = Duration.ofSeconds(1);

    private final GoroutineMode mode;

    private CancelledTimers(GoroutineMode mode) {
        this.mode = mode;
    }

    public static void main(String[] args) throws Exception {
        CancelledTimers timers = new CancelledTimers(GoroutineMode.valueOf(args[0]));
        ScheduledFuture<?> cancelledLate = timers.scheduler().schedule(() -> {}, 1, TimeUnit.DAYS);
        timers.scheduler().schedule(() -> {}, 1, TimeUnit.DAYS).cancel(false);

        CompletableFuture<String> future = new CompletableFuture<>();
        timers.parkedBy(() -> future.get(1, TimeUnit.DAYS));
        future.complete("completed");
        timers.parkedBy(() -> new CompletableFuture<String>().get(1, TimeUnit.DAYS))
                .interrupt();
        timers.parkedBy(() -> Goroutines.sleep(Duration.ofDays(1))).interrupt();
        LockSupport.unpark(timers.parkedBy(() -> LockSupport.parkNanos(TimeUnit.DAYS.toNanos(1))));

        Thread.sleep(2 * KEEP_ALIVE.toMillis()); // its machine has begun to sleep for longer than a keep-alive
        cancelledLate.cancel(false);
        System.out.println("all cancelled");
    }

    /** A new one each time: none has a timer but the one that is tried. */
    private GmpScheduler scheduler() {
        return GmpScheduler.builder()
                .maxProcs(1)
                .goroutines(mode)
                .machineKeepAlive(KEEP_ALIVE)
                .build();
    }

    private Thread parkedBy(TimedWait wait) throws InterruptedException {
        CompletableFuture<Thread> waiting = new CompletableFuture<>();
        scheduler().submit(() -> {
            waiting.complete(Thread.currentThread());
            wait.begin();
            return null;
        });
        Thread thread = waiting.join();
        while (!Set.of(Thread.State.TIMED_WAITING, Thread.State.WAITING).contains(thread.getState())) {
            Thread.sleep(10);
        }
        return thread;
    }

    private interface TimedWait {
        void begin() throws Exception;
    }
}
