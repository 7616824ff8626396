package dev.gmp.benchmarks.workload.meet;

import com.zaxxer.hikari.util.ConcurrentBag;
import dev.gmp.benchmarks.workload.Completion;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.LongAdder;

/** Goroutines that borrow entries of one of HikariCP's bags and give them back at once, in a loop, until they are stopped. */
public final class BagStorm {
    private static final int ENTRIES = 50;

    private final ThreadFactory threads;
    private final int borrowers;
    private final ConcurrentBag<BagEntry> bag = BagEntry.newBag(ENTRIES);
    private final LongAdder borrows = new LongAdder();
    private final CountDownLatch ended;
    private volatile boolean isOver;

    public BagStorm(ThreadFactory threads, int borrowers) {
        this.threads = threads;
        this.borrowers = borrowers;
        this.ended = new CountDownLatch(borrowers);
    }

    /** Starts the goroutines and does not wait. */
    public void start() {
        for (int i = 0; i < borrowers; i++) {
            threads.newThread(this::borrow).start();
        }
    }

    /**
     * Ends the loops and waits for all goroutines.
     *
     * @return how often an entry was borrowed and given back
     * @throws IllegalStateException if one has not ended after a minute
     */
    public long stop() {
        isOver = true;
        Completion.await(ended, () -> borrowers - ended.getCount(), borrowers);
        return borrows.sum();
    }

    private void borrow() {
        long done = 0;
        try {
            for (; !isOver; done++) {
                BagEntry entry = bag.borrow(Channel.TIME, Channel.UNIT);
                Channel.inTime(entry != null);
                bag.requite(entry);
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException("unexpected interrupt of a borrower", e);
        } finally {
            borrows.add(done);
            ended.countDown();
        }
    }
}
