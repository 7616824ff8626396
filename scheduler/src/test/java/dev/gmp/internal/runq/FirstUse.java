package dev.gmp.internal.runq;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;

/** Prints how much memory a lane takes when a batch is put at its head for the first time in this JVM. */
public final class FirstUse {

    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private FirstUse() {}

    public static void main(String[] args) {
        SubmissionLane<Item> lane = new SubmissionLane<>();
        lane.add(new Item(1));
        Batch<Item> batch = Item.batch(2, 3);
        System.out.print(""); // what is used for the first time takes memory here, too
        allocated();
        long before = allocated();
        lane.addAllFirst(batch);
        long after = allocated();
        System.out.println(after - before);
    }

    private static long allocated() {
        return THREADS.getCurrentThreadAllocatedBytes();
    }
}
