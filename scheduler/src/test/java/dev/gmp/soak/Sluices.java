package dev.gmp.soak;

import dev.gmp.Bulkhead;
import dev.gmp.GmpScheduler;
import dev.gmp.config.BulkheadConfig;
import dev.gmp.observe.BulkheadSnapshot;
import java.util.SplittableRandom;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;

/** The soak's bulkheads, and whether they keep their promises. */
final class Sluices {

    private static final int SLOTS = 3;
    private static final int QUEUE = 40;

    private final GmpScheduler scheduler;
    private final Ledger ledger;
    private final Bulkhead narrow;
    private final Bulkhead ordered;
    private final AtomicInteger inNarrow = new AtomicInteger();
    private final AtomicInteger shortLived = new AtomicInteger();

    /** Guards the submission, so that the order is known. */
    private final Object order = new Object();

    private long lastSubmitted;

    /** By the one task that runs. Neither volatile nor locked: the bulkhead promises the order of memory. */
    private long lastRun;

    Sluices(GmpScheduler scheduler, Ledger ledger) {
        this.scheduler = scheduler;
        this.ledger = ledger;
        narrow = scheduler
                .bulkhead("narrow")
                .maxGoroutines(SLOTS)
                .queueCapacity(QUEUE)
                .build();
        ordered = scheduler.bulkhead("ordered").maxGoroutines(1).build();
    }

    void narrow(SplittableRandom random) {
        Ledger.Entry entry = ledger.enter(Activity.NARROW);
        submit(narrow, entry, () -> {
            entry.begin();
            int now = inNarrow.incrementAndGet();
            if (now > SLOTS) {
                ledger.fault(now + " goroutines in a bulkhead of " + SLOTS);
            }
            Bodies.compute(random);
            inNarrow.decrementAndGet();
            entry.end();
        });
    }

    void inOrder(SplittableRandom random) {
        Ledger.Entry entry = ledger.enter(Activity.IN_ORDER);
        synchronized (order) {
            long number = lastSubmitted + 1;
            submit(ordered, entry, () -> {
                entry.begin();
                if (number != lastRun + 1) {
                    ledger.fault("number " + number + " came after number " + lastRun);
                }
                lastRun = number;
                Bodies.compute(random);
                entry.end();
            });
            lastSubmitted = entry.isRefused() ? lastSubmitted : number;
        }
    }

    /** A bulkhead of its own, shut down with its tasks on the way. */
    void shortLived(SplittableRandom random) {
        Bulkhead bulkhead = scheduler
                .bulkhead("short-" + shortLived.incrementAndGet())
                .maxGoroutines(random.nextInt(1, 3))
                .build();
        for (int tasks = 3; tasks > 0; tasks--) {
            Ledger.Entry entry = ledger.enter(Activity.SHORT_LIVED);
            SplittableRandom its = random.split();
            submit(bulkhead, entry, () -> {
                entry.begin();
                Bodies.compute(its);
                entry.end();
            });
        }
        bulkhead.shutdown();
    }

    /** What is wrong with how a bulkhead looks at any moment, or null. */
    static String wrongWith(BulkheadSnapshot now) {
        BulkheadConfig settings = now.settings();
        if (now.live() > settings.maxGoroutines()
                || now.queued() > settings.queueCapacity().orElse(Integer.MAX_VALUE)) {
            return "more than its settings allow: " + now;
        }
        return now.admitted() == now.live() + now.completed()
                ? null
                : "not every admitted task is accounted for: " + now;
    }

    private static void submit(Executor bulkhead, Ledger.Entry entry, Runnable task) {
        try {
            bulkhead.execute(task);
        } catch (RejectedExecutionException e) {
            entry.refused();
        }
    }
}
