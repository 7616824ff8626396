package dev.gmp.faults;

import dev.gmp.Bulkhead;
import dev.gmp.GmpScheduler;
import dev.gmp.internal.jdk.VirtualThreads;
import java.util.concurrent.TimeUnit;

/** A task is submitted; none waits for it. */
enum DeepDoor {
    EXECUTE((scheduler, bulkhead, task) -> scheduler.execute(task)),
    EXECUTE_DIRECT((scheduler, bulkhead, task) -> scheduler.direct().execute(task)),
    EXECUTE_IDLE((scheduler, bulkhead, task) -> scheduler.executeIdle(task)),
    RESUME((scheduler, bulkhead, task) -> scheduler.resume(task)),
    RESUME_LAST((scheduler, bulkhead, task) -> scheduler.resumeLast(task)),
    SUBMIT((scheduler, bulkhead, task) -> scheduler.submit(task)),
    SCHEDULE((scheduler, bulkhead, task) -> scheduler.schedule(task, 10, TimeUnit.MICROSECONDS)),
    BULKHEAD_EXECUTE((scheduler, bulkhead, task) -> bulkhead.execute(task)),
    BULKHEAD_SUBMIT((scheduler, bulkhead, task) -> bulkhead.submit(task)),
    THREAD((scheduler, bulkhead, task) -> {
        if (VirtualThreads.available()) {
            scheduler.threadFactory().newThread(task).start();
        } else {
            scheduler.execute(task);
        }
    });

    private final Way way;

    DeepDoor(Way way) {
        this.way = way;
    }

    private interface Way {
        void enter(GmpScheduler scheduler, Bulkhead bulkhead, Runnable task);
    }

    void enter(GmpScheduler scheduler, Bulkhead bulkhead, Runnable task) {
        way.enter(scheduler, bulkhead, task);
    }
}
