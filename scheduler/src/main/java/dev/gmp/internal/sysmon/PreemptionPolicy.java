package dev.gmp.internal.sysmon;

import dev.gmp.internal.util.Overdue;

/**
 * The rule by which sysmon takes processors from the machines that hold them. It changes nothing: {@link ProcessorObserver}
 * sees, this class judges, {@link Retake} acts.
 *
 * <p>In this order:
 *
 * <ol>
 *   <li>{@link Verdict#HAND_OFF}: its goroutine blocks, and was the same one at the last tick. While nothing waits and another
 *       processor or machine is free for what may come, only after ten milliseconds.
 *   <li>{@link Verdict#ASK}: its goroutine has used up its slice, or the CPU quota wants a pause, and it was not asked yet.
 *   <li>{@link Verdict#PREEMPT}: its goroutine has used up its slice, was asked, and has not answered in a quarter of the
 *       slice in which its thread had a CPU. The goroutine must have been the same one at the last tick.
 *   <li>{@link Verdict#LEAVE} in all other cases.
 * </ol>
 *
 * <p>Go stops a goroutine that does not answer by a signal. A JVM thread cannot be stopped: it goes on without a processor, in
 * overtime, and the operating system shares the CPUs between it and the rest.
 *
 * <p>The slice: while others wait it is divided by their number, down to a millisecond. So long goroutines do not
 * hold up a short one for a slice each. Work that comes last has none while others wait: idle-priority work, and goroutines
 * that have used up a slice before. The share is a single task's. Tasks that follow each other in one slice, of one
 * goroutine or by runnext, have a whole slice, as in Go.
 */
record PreemptionPolicy(long wholeSliceNanos) {

    static final long NOTHING_DUE = Long.MAX_VALUE;

    /** In nanoseconds: a switch costs microseconds, so slices this short cost the goroutines that compute next to nothing. */
    static final long SHORTEST_SLICE_NANOS = 1_000_000;

    /** How long a goroutine that was asked to give way has to answer, as a share of its slice. */
    private static final int ANSWER_SHARE = 4;

    /** The action for a processor. */
    enum Verdict {
        LEAVE,
        /** Its goroutine is asked to give way (Go: {@code preemptone}, done in {@link Retake}). */
        ASK,
        /** The processor is taken, for the machine blocks. */
        HAND_OFF,
        /** The processor is taken if there is room in overtime, for the goroutine computes. */
        PREEMPT
    }

    /**
     * Sysmon's observation of a processor and the machine that holds it.
     *
     * @param blocks whether the goroutine has declared to block, or its thread waits, or stands still in native code
     * @param stepNanos how long it has been running the same goroutine; zero at the first tick
     * @param isNeeded whether goroutines wait in its queue or the global one, or no other processor is idle and no
     *     machine spins
     * @param isSliceOver as {@link #isOver} says
     * @param isToPause whether the CPU quota wants the goroutine to give way
     * @param isAsked whether the goroutine was asked to give way
     * @param answerLeftNanos how much longer it has to answer, or would have if it were asked; {@link #NOTHING_DUE}
     *     within its slice
     */
    record Observation(
            boolean blocks,
            long stepNanos,
            boolean isNeeded,
            boolean isSliceOver,
            boolean isToPause,
            boolean isAsked,
            long answerLeftNanos) {

        /** A goroutine that computes within its slice: nothing else matters then. Made once, for most ticks see no more. */
        static final Observation WITHIN_SLICE = new Observation(false, 0, false, false, false, false, NOTHING_DUE);

        boolean isFirstSight() {
            return stepNanos == 0;
        }
    }

    static Verdict decide(Observation seen) {
        if (seen.blocks() && !seen.isFirstSight() && isHandOffDue(seen)) {
            return Verdict.HAND_OFF;
        }
        if (!seen.isAsked()) {
            return seen.isSliceOver() || seen.isToPause() ? Verdict.ASK : Verdict.LEAVE;
        }
        boolean isOverdue = seen.isSliceOver() && seen.answerLeftNanos() <= 0;
        return isOverdue && !seen.isFirstSight() ? Verdict.PREEMPT : Verdict.LEAVE;
    }

    private static boolean isHandOffDue(Observation seen) {
        return seen.isNeeded() || seen.stepNanos() >= Overdue.NANOS;
    }

    /**
     * The slice of a goroutine while others wait.
     *
     * @param local how many wait in the queue of its processor
     * @param global how many wait for any processor and do not come last
     * @param comesLast whether all others come before it
     */
    long shareNanos(int local, int global, int procs, boolean comesLast) {
        int waiting = local + global / procs;
        if (comesLast && waiting + global > 0) {
            return 0;
        }
        return Math.max(Math.min(SHORTEST_SLICE_NANOS, wholeSliceNanos), wholeSliceNanos / (1 + waiting));
    }

    /**
     * Whether a slice is used up.
     *
     * @param shareNanos the share of a single task
     * @param taskNanos how long ago the task began
     * @param sliceNanos how long ago the slice began, by this task or one before it
     */
    boolean isOver(long shareNanos, long taskNanos, long sliceNanos) {
        return taskNanos >= shareNanos || sliceNanos >= wholeSliceNanos;
    }

    /** How long a goroutine with such a share has to answer when it is asked to give way. */
    static long answerNanos(long shareNanos) {
        return Math.max(shareNanos, SHORTEST_SLICE_NANOS) / ANSWER_SHARE;
    }
}
