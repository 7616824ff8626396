package dev.gmp.faults;

import dev.gmp.Bulkhead;
import dev.gmp.GmpScheduler;
import dev.gmp.Goroutines;
import java.time.Duration;
import java.util.concurrent.Callable;
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
                    scheduler.schedule(Linked.NOTHING, 1, TimeUnit.DAYS).cancel(false)),
    CANCEL_DELAYED(false, (scheduler, bulkhead) -> scheduler.cancelDelayed()),
    CANCEL_IN_BULKHEAD(false, (scheduler, bulkhead) -> {
        Future<?> waiting = bulkhead.submit(Linked.NOTHING);
        waiting.cancel(false);
    }),
    REMOVE(false, (scheduler, bulkhead) -> bulkhead.remove(Linked.NOTHING)),
    YIELD(true, (scheduler, bulkhead) -> Goroutines.yield()),
    CHECKPOINT(true, (scheduler, bulkhead) -> Goroutines.checkpoint()),
    SLEEP(true, (scheduler, bulkhead) -> Goroutines.sleep(Linked.MICROSECOND)),
    BLOCKING(true, (scheduler, bulkhead) -> Goroutines.blocking(Linked.ONE)),
    LOCK(true, (scheduler, bulkhead) -> {
        Goroutines.lockMachine();
        Goroutines.unlockMachine();
    });

    private final boolean concernsGoroutine;
    private final Call call;

    DeepCall(boolean concernsGoroutine, Call call) {
        this.concernsGoroutine = concernsGoroutine;
        this.call = call;
        Linked.load();
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

    /** What the calls are made with: to link it takes more stack than there is. */
    private static final class Linked {

        static final Runnable NOTHING = () -> {};
        static final Callable<Integer> ONE = () -> 1;
        static final Duration MICROSECOND = Duration.ofNanos(1_000);

        static void load() {}
    }
}
