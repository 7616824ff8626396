package dev.gmp.internal.bulkhead;

import dev.gmp.config.InvalidSettingException;
import dev.gmp.internal.sched.TaskAcceptors;
import dev.gmp.internal.util.SpinLock;
import dev.gmp.internal.util.TakenTasks;
import dev.gmp.observe.BulkheadSnapshot;
import java.util.ArrayList;
import java.util.List;

/**
 * The bulkheads of one scheduler that have not ended, and how many goroutines all of them have started.
 *
 * <p>A bulkhead accepts a task in the scheduler's name (SHUT-1): it decides under its own lock, and the scheduler's
 * shutdown closes every bulkhead under the same locks. A task is counted as a goroutine when it gets its slot. A
 * waiting task is not, but while it waits another task holds a slot (SLOT-1), and passes the slot on before it
 * completes. So QUIET-1 misses neither.
 */
public final class Bulkheads implements TaskAcceptors {

    private final SpinLock lock = new SpinLock();

    /** Guarded by the lock, which is taken before any bulkhead's own. Walked by index: an iterator takes memory. */
    private final List<BulkheadAdmission> open = new ArrayList<>();

    /** The goroutines that ended bulkheads have started. Guarded by the lock. */
    private long startedByEnded;

    /** @throws InvalidSettingException if another one has its name */
    public void add(BulkheadAdmission bulkhead) {
        if (!tryAdd(bulkhead)) {
            throw new InvalidSettingException(
                    "name", "'" + bulkhead.name() + "'", "unique among the scheduler's bulkheads");
        }
    }

    /** Removes a bulkhead whose counts are final. */
    public void remove(BulkheadAdmission ended) {
        lock.lock();
        try {
            if (open.remove(ended)) {
                startedByEnded += ended.started();
            }
        } finally {
            lock.unlock();
        }
    }

    @Override
    public long started() {
        lock.lock();
        try {
            long started = startedByEnded;
            for (int i = 0; i < open.size(); i++) {
                started += open.get(i).started();
            }
            return started;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void close() {
        all().forEach(BulkheadAdmission::shutdown);
    }

    /** Takes back what waits. */
    public void recallWaiting(TakenTasks recalled) {
        all().forEach(bulkhead -> bulkhead.recallWaiting(recalled));
    }

    public List<BulkheadSnapshot> snapshots() {
        return all().stream().map(BulkheadAdmission::snapshot).toList();
    }

    private boolean tryAdd(BulkheadAdmission bulkhead) {
        lock.lock();
        try {
            return open.stream().noneMatch(each -> each.name().equals(bulkhead.name())) && open.add(bulkhead);
        } finally {
            lock.unlock();
        }
    }

    private List<BulkheadAdmission> all() {
        lock.lock();
        try {
            return new ArrayList<>(open);
        } finally {
            lock.unlock();
        }
    }
}
