package dev.gmp.benchmarks.measure;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.LongPredicate;
import java.util.function.Predicate;

/**
 * Processor time used by platform threads, carriers included, to the nanosecond. The JVM's own threads are left out: the
 * compiler would drown a scheduler that does little, and the time of the whole process is kept in steps of 10 ms.
 *
 * <p>Not thread-safe. A thread that ends keeps the time of the last {@link #sample}.
 */
final class ThreadCpu {
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private final LongPredicate counts;
    private final Map<Long, Long> before = new HashMap<>();
    private final Map<Long, Long> latest = new HashMap<>();

    /** Begins to count, for all threads except {@code others}, also those yet to start. */
    ThreadCpu(Set<Long> others) {
        this(id -> !others.contains(id));
    }

    private ThreadCpu(LongPredicate counts) {
        this.counts = counts;
        sample();
        before.putAll(latest);
    }

    /** Begins to count, for threads with such names. */
    static ThreadCpu ofThreadsNamed(Predicate<String> counts) {
        return new ThreadCpu((LongPredicate) id -> {
            ThreadInfo thread = THREADS.getThreadInfo(id);
            return thread != null && counts.test(thread.getThreadName());
        });
    }

    /** The ids of all live threads. */
    static Set<Long> liveThreads() {
        Set<Long> ids = new TreeSet<>();
        for (long id : THREADS.getAllThreadIds()) {
            ids.add(id);
        }
        return ids;
    }

    void sample() {
        for (long id : liveThreads()) {
            long nanos = counts.test(id) ? THREADS.getThreadCpuTime(id) : -1;
            if (nanos >= 0) { // negative: ended meanwhile
                latest.put(id, nanos);
            }
        }
    }

    /** Used between the constructor and the last {@link #sample}. */
    long nanos() {
        return latest.entrySet().stream()
                .mapToLong(entry -> entry.getValue() - before.getOrDefault(entry.getKey(), 0L))
                .sum();
    }
}
