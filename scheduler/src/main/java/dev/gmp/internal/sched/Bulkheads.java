package dev.gmp.internal.sched;

import dev.gmp.config.InvalidSettingException;
import dev.gmp.internal.util.SpinLock;
import dev.gmp.observe.BulkheadSnapshot;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The bulkheads of one scheduler that have not ended, and how many goroutines all of them have started.
 *
 * <p>A bulkhead accepts a task in the scheduler's name (SHUT-1): it decides under its own lock, and the scheduler's shutdown
 * closes every bulkhead under the same locks. A task that holds a slot is counted as a goroutine there and then; one that
 * waits is not, but while it waits another holds a slot (SLOT-1), and that one passes its slot on before it completes. So
 * QUIET-1 sees neither too early.
 */
final class Bulkheads {

    private final SpinLock lock = new SpinLock();

    /** By name. Guarded by the lock, which is taken before any bulkhead's own. */
    private final Map<String, BulkheadAdmission> open = new LinkedHashMap<>();

    /** What bulkheads that have ended had started. Guarded by the lock. */
    private long startedByEnded;

    /** @throws InvalidSettingException if another one has its name */
    void add(BulkheadAdmission bulkhead) {
        lock.lock();
        boolean added = open.putIfAbsent(bulkhead.name(), bulkhead) == null;
        lock.unlock();
        if (!added) {
            throw new InvalidSettingException(
                    "name", "'" + bulkhead.name() + "'", "a name that no other bulkhead of the scheduler has");
        }
    }

    /** Forgets one whose counts are final. */
    void remove(BulkheadAdmission ended) {
        lock.lock();
        if (open.remove(ended.name(), ended)) {
            startedByEnded += ended.started();
        }
        lock.unlock();
    }

    /** Goroutines started so far. Only grows. */
    long started() {
        lock.lock();
        long started = startedByEnded;
        for (BulkheadAdmission bulkhead : open.values()) {
            started += bulkhead.started();
        }
        lock.unlock();
        return started;
    }

    /** Lets none accept a task from its return on. */
    void close() {
        all().forEach(BulkheadAdmission::shutdown);
    }

    /** Takes back every task that waits. */
    List<Runnable> recallWaiting() {
        List<Runnable> recalled = new ArrayList<>();
        all().forEach(bulkhead -> recalled.addAll(bulkhead.recallWaiting()));
        return recalled;
    }

    List<BulkheadSnapshot> snapshots() {
        return all().stream().map(BulkheadAdmission::snapshot).toList();
    }

    private List<BulkheadAdmission> all() {
        lock.lock();
        try {
            return new ArrayList<>(open.values());
        } finally {
            lock.unlock();
        }
    }
}
