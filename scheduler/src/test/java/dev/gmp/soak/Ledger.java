package dev.gmp.soak;

import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;

/**
 * The soak's own books, apart from the scheduler's: what was submitted, what became of it. Each piece of work has an entry
 * that is thrown away at its end, so that the books stay small however long the soak lasts. Any thread may write.
 */
final class Ledger {

    private static final int MOST_FAULTS = 50;

    private final Map<Activity, Column> columns = new EnumMap<>(Activity.class);
    private final Queue<String> faults = new ConcurrentLinkedQueue<>();
    private final AtomicInteger faultCount = new AtomicInteger();

    Ledger() {
        for (Activity activity : Activity.values()) {
            columns.put(activity, new Column());
        }
    }

    /** Before the work is submitted. */
    Entry enter(Activity activity) {
        Column column = columns.get(activity);
        column.submitted.increment();
        return new Entry(activity, column);
    }

    /** Writes down what should not have happened. */
    void fault(String fault) {
        if (faultCount.incrementAndGet() <= MOST_FAULTS) {
            faults.add(fault);
        }
    }

    Collection<String> faults() {
        return List.copyOf(faults);
    }

    /** What was submitted and has neither ended nor been refused or withdrawn. */
    long outstanding() {
        long sum = 0;
        for (Activity activity : Activity.values()) {
            sum += outstanding(activity);
        }
        return sum;
    }

    long outstanding(Activity activity) {
        Column column = columns.get(activity);
        // Ends before submissions: never less than what there is.
        long over = column.ended.sum() + column.refused.sum() + column.withdrawn.sum();
        return column.submitted.sum() - over;
    }

    long submitted(Activity activity) {
        return columns.get(activity).submitted.sum();
    }

    long submitted() {
        return columns.values().stream()
                .mapToLong(column -> column.submitted.sum())
                .sum();
    }

    long ended(Activity activity) {
        return columns.get(activity).ended.sum();
    }

    long ended() {
        return columns.values().stream().mapToLong(column -> column.ended.sum()).sum();
    }

    long withdrawn() {
        return columns.values().stream()
                .mapToLong(column -> column.withdrawn.sum())
                .sum();
    }

    long withdrawn(Activity activity) {
        return columns.get(activity).withdrawn.sum();
    }

    long refused() {
        return columns.values().stream()
                .mapToLong(column -> column.refused.sum())
                .sum();
    }

    private static final class Column {
        private final LongAdder submitted = new LongAdder();
        private final LongAdder refused = new LongAdder();
        private final LongAdder withdrawn = new LongAdder();
        private final LongAdder ended = new LongAdder();
    }

    /** One piece of work. */
    final class Entry {

        private static final int BEGUN = 1;
        private static final int ENDED = 2;
        private static final int REFUSED = 4;
        private static final int WITHDRAWN = 8;

        private final Activity activity;
        private final Column column;
        private final AtomicInteger state = new AtomicInteger();

        private Entry(Activity activity, Column column) {
            this.activity = activity;
            this.column = column;
        }

        /** The work runs, which must happen once, and with no interrupt that was meant for another. */
        void begin() {
            int before = state.getAndUpdate(bits -> bits | BEGUN);
            if ((before & BEGUN) != 0) {
                fault(activity + " ran twice");
            }
            if ((before & REFUSED) != 0) {
                fault(activity + " was refused and ran");
            }
            if ((before & WITHDRAWN) != 0) {
                column.withdrawn.decrement(); // the cancellation came too late after all
            } else if (Thread.interrupted() && activity != Activity.CANCELLED) {
                fault(activity + " began interrupted");
            }
        }

        void end() {
            int before = state.getAndUpdate(bits -> bits | ENDED);
            if ((before & ENDED) != 0) {
                fault(activity + " ended twice");
            }
            column.ended.increment();
        }

        /** It was not accepted. */
        void refused() {
            int before = state.getAndUpdate(bits -> bits | REFUSED);
            if (before != 0) {
                fault(activity + " was refused, and had been " + Integer.toBinaryString(before));
            }
            column.refused.increment();
        }

        boolean isRefused() {
            return (state.get() & REFUSED) != 0;
        }

        /** It was interrupted. */
        void interrupted() {
            if (activity != Activity.CANCELLED) {
                fault(activity + " was interrupted");
            }
        }

        @Override
        public String toString() {
            return activity + " in state " + Integer.toBinaryString(state.get());
        }

        /** It was cancelled: it need not run, but may have begun. */
        void withdrawn() {
            int before = state.getAndUpdate(bits -> bits | WITHDRAWN);
            if ((before & BEGUN) == 0) {
                column.withdrawn.increment();
            }
        }
    }
}
