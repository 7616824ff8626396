package dev.gmp.testkit;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicIntegerArray;

/**
 * The exactly-once checker: what became of each of many numbered tasks, and what should not have. Any thread may report.
 *
 * <p>A task that was accepted must either run once or be given back once ({@code shutdownNow}), unless it was cancelled
 * it: then it may also not run. One that was refused must do neither.
 */
public final class Tally {

    private static final int RUNS = 0x0000_00ff;
    private static final int RETURN = 0x0000_0100;
    private static final int RETURNS = 0x0000_ff00;
    private static final int ACCEPTED = 1 << 16;
    private static final int REFUSED = 1 << 17;
    private static final int CANCELLED = 1 << 18;

    private static final int MOST_FAULTS = 20;

    private final AtomicIntegerArray states;

    public Tally(int tasks) {
        states = new AtomicIntegerArray(tasks);
    }

    public void accepted(int task) {
        states.accumulateAndGet(task, ACCEPTED, (state, bit) -> state | bit);
    }

    public void refused(int task) {
        states.accumulateAndGet(task, REFUSED, (state, bit) -> state | bit);
    }

    /** To be called before the cancellation, which may come too late. */
    public void maybeCancelled(int task) {
        states.accumulateAndGet(task, CANCELLED, (state, bit) -> state | bit);
    }

    public boolean mayBeCancelled(int task) {
        return (states.get(task) & CANCELLED) != 0;
    }

    public void ran(int task) {
        states.incrementAndGet(task);
    }

    public void givenBack(int task) {
        states.addAndGet(task, RETURN);
    }

    public int runs(int task) {
        return states.get(task) & RUNS;
    }

    public boolean wasAccepted(int task) {
        return (states.get(task) & ACCEPTED) != 0;
    }

    /** Tasks that were accepted. */
    public int acceptances() {
        int count = 0;
        for (int task = 0; task < states.length(); task++) {
            count += wasAccepted(task) ? 1 : 0;
        }
        return count;
    }

    /** What went wrong, in words; empty when nothing did. Call it when nothing runs any more. */
    public List<String> faults() {
        List<String> faults = new ArrayList<>();
        for (int task = 0; task < states.length() && faults.size() < MOST_FAULTS; task++) {
            String fault = fault(states.get(task));
            if (fault != null) {
                faults.add("task " + task + " " + fault);
            }
        }
        return faults;
    }

    private static String fault(int state) {
        int runs = state & RUNS;
        int returns = (state & RETURNS) / RETURN;
        boolean accepted = (state & ACCEPTED) != 0;
        boolean refused = (state & REFUSED) != 0;
        boolean cancelled = (state & CANCELLED) != 0;
        if (accepted && refused) {
            return "was both accepted and refused";
        }
        if (runs > 1) {
            return "ran " + runs + " times";
        }
        if (returns > 1) {
            return "was given back " + returns + " times";
        }
        if (runs == 1 && returns == 1) {
            return "ran and was given back";
        }
        if (refused && runs + returns > 0) {
            return "was refused and " + (runs > 0 ? "ran" : "was given back");
        }
        if (accepted && !cancelled && runs + returns == 0) {
            return "was lost";
        }
        if (!accepted && !refused && runs + returns > 0) {
            return "ran or was given back though it was not accepted";
        }
        return null;
    }
}
