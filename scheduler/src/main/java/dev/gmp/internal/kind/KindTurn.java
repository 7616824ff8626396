package dev.gmp.internal.kind;

import dev.gmp.internal.label.Labels;
import dev.gmp.observe.SchedulerListener;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * What a machine notes of its present turn, if that is a sample for {@link TaskKinds}. Written by the machine's thread.
 *
 * <p>SAMPLE-1: of a sampled turn only the first {@link #FIRST_NANOS} count, for all the turns that it stands for. What goes on
 * for longer is seen by sysmon, which counts machines as often as that, from the first time that it sees a turn to the last.
 * That is {@code FIRST_NANOS} less than the turn takes, on average. So both together are right on average for short turns and
 * long ones, and a long turn that happens once is not multiplied by the number of turns.
 */
public final class KindTurn {

    public static final long FIRST_NANOS = 10_000_000;

    private static final TaskStatus[] STATUSES = TaskStatus.values();

    private final long[] nanos = new long[STATUSES.length];
    private boolean sampled;
    private TaskStatus status = TaskStatus.RUN;
    private long since;
    private long until;
    private @Nullable Labels labels;
    private @Nullable Object task;

    /** Timed turns that were left out since the last one that was not. */
    private long leftOut;

    /** Whether sysmon has taken the processor because the thread was blocked. Sysmon writes it. */
    private volatile boolean lostToBlock;

    /** Sysmon's own, as the next: what it has seen the machine do at its last count, if that was a turn, and which. */
    private @Nullable TaskStatus seenAs;

    private int seenStep;

    /** A timed turn is no sample; the next sample stands for it, too. */
    public void leaveOut() {
        leftOut++;
    }

    /** @param now on the scheduler's clock, as all others here. What {@code task} is, {@link TaskKinds#of} says */
    public void begin(@Nullable Labels itsLabels, @Nullable Object itsTask, long now) {
        labels = itsLabels;
        task = itsTask;
        Arrays.fill(nanos, 0);
        status = TaskStatus.RUN;
        since = now;
        until = now + FIRST_NANOS;
        lostToBlock = false;
        sampled = true;
    }

    public boolean isSampled() {
        return sampled;
    }

    /** The goroutine does something else from now on. */
    public void enter(TaskStatus next, long now) {
        addTime(now);
        if (status == TaskStatus.BLOCKED) {
            lostToBlock = false; // in a section that is counted by itself
        }
        status = next;
    }

    /** The goroutine has got a label: one that names its kind counts to the end of the turn, for it is taken off before. */
    public void labelled(@Nullable Labels now) {
        if (sampled && now != null && now.kind() != null) {
            labels = now;
        }
    }

    /** @param waitedNanos how long it was queued before */
    public void end(TaskKinds kinds, long waitedNanos, long now) {
        addTime(now);
        sampled = false;
        TaskKind kind = kinds.of(labels, task);
        labels = null;
        task = null;
        long stoodFor = SchedulerListener.SAMPLING_PERIOD * (leftOut + 1);
        leftOut = 0;
        if (kind == null) {
            return;
        }
        if (lostToBlock) {
            nanos[TaskStatus.BLOCKED.ordinal()] += nanos[TaskStatus.RUN.ordinal()];
            nanos[TaskStatus.RUN.ordinal()] = 0;
        }
        nanos[TaskStatus.WAIT.ordinal()] += waitedNanos;
        for (TaskStatus each : STATUSES) {
            if (nanos[each.ordinal()] > 0) {
                kind.add(each, stoodFor * nanos[each.ordinal()]);
            }
        }
    }

    private void addTime(long now) {
        long end = Math.min(now, until);
        nanos[status.ordinal()] += Math.max(0, end - since);
        since = now;
    }

    /** By sysmon. */
    public void loseToBlock() {
        lostToBlock = true;
    }

    /**
     * By sysmon, at each of its counts. What it sees holds until the next count, as it may sleep for hours between two while the
     * goroutine waits.
     *
     * @param step which turn it is
     * @return as what it was seen at the last count; null if that was another turn
     */
    public @Nullable TaskStatus see(int step, TaskStatus now) {
        TaskStatus before = seenStep == step ? seenAs : null;
        seenAs = now;
        seenStep = step;
        return before;
    }

    /** By sysmon: the machine is at no turn. */
    public void isUnseen() {
        seenAs = null;
    }
}
