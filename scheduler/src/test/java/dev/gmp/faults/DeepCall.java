package dev.gmp.faults;

import dev.gmp.Bulkhead;
import dev.gmp.GmpScheduler;
import dev.gmp.Goroutines;
import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/** What else a task may call. */
enum DeepCall {
    SNAPSHOT(false, (scheduler, bulkhead) -> scheduler.snapshot()),
    BULKHEAD_SNAPSHOT(false, (scheduler, bulkhead) -> bulkhead.snapshot()),
    RESIZE(false, (scheduler, bulkhead) -> scheduler.setMaxProcs(3 - scheduler.maxProcs() % 2)),
    CANCEL(
            false,
            (scheduler, bulkhead) ->
                    scheduler.schedule(DeepCall::nothing, 1, TimeUnit.DAYS).cancel(false)),
    CANCEL_DELAYED(false, (scheduler, bulkhead) -> scheduler.cancelDelayed()),
    CANCEL_IN_BULKHEAD(false, (scheduler, bulkhead) -> {
        Future<?> waiting = bulkhead.submit(DeepCall::nothing);
        waiting.cancel(false);
    }),
    REMOVE(false, (scheduler, bulkhead) -> bulkhead.remove(DeepCall::nothing)),
    YIELD(true, (scheduler, bulkhead) -> Goroutines.yield()),
    CHECKPOINT(true, (scheduler, bulkhead) -> Goroutines.checkpoint()),
    SLEEP(true, (scheduler, bulkhead) -> Goroutines.sleep(Duration.ofNanos(1_000))),
    BLOCKING(true, (scheduler, bulkhead) -> Goroutines.blocking(() -> 1)),
    LOCK(true, (scheduler, bulkhead) -> {
        Goroutines.lockMachine();
        Goroutines.unlockMachine();
    });

    private final boolean concernsGoroutine;
    private final Call call;

    DeepCall(boolean concernsGoroutine, Call call) {
        this.concernsGoroutine = concernsGoroutine;
        this.call = call;
    }

    private interface Call {
        void make(GmpScheduler scheduler, Bulkhead bulkhead) throws Exception;
    }

    /** Whether only goroutines call it. */
    boolean concernsGoroutine() {
        return concernsGoroutine;
    }

    void make(GmpScheduler scheduler, Bulkhead bulkhead) throws Exception {
        call.make(scheduler, bulkhead);
    }

    private static void nothing() {}
}
