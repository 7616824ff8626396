package dev.gmp.simulation.world;

import dev.gmp.config.Discipline;
import dev.gmp.config.GoroutineMode;
import dev.gmp.config.LeakWatchConfig;
import dev.gmp.config.OvertimePolicy;
import dev.gmp.config.RejectionPolicy;
import dev.gmp.config.SchedulerConfig;
import dev.gmp.internal.runq.LocalRunQueue;
import dev.gmp.internal.wiring.Scheduler;
import dev.gmp.observe.trace.FlightRecorder;
import dev.gmp.simulation.Accesses;
import dev.gmp.simulation.MeasuredLoad;
import dev.gmp.simulation.Simulation;
import java.time.Duration;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Loads whose accesses are counted: direct tasks on a scheduler without sysmon. Each runs once unmeasured, so that machines
 * have been made. Only one simulated thread runs at a time, so what the loads themselves share needs no care.
 */
public abstract class Loads implements MeasuredLoad {

    private static final int MANY_MACHINES = 2_000;

    /** Longer than anything that is not parked for good. */
    private static final long REST_NANOS = 1_000_000;

    final int procs;
    Scheduler scheduler;
    private int left;
    private int tasks;
    private Accesses before;
    private Accesses accesses;

    private Loads(int procs) {
        this.procs = procs;
    }

    /** A task forks ten others, and so on, down to 10,000 leaves. */
    public static MeasuredLoad forkTree(int procs) {
        return new ForkTree(procs, 10_000);
    }

    /** Four threads submit 2,000 tasks each, without a pause. */
    public static MeasuredLoad submitFromOutside(int procs) {
        return new SubmitFromOutside(procs, 4, 2_000);
    }

    /** One task at a time, the next when all machines have parked. */
    public static MeasuredLoad trickle(int procs) {
        return new Trickle(procs, 0);
    }

    /** The same while all processors but one are held by tasks that do not end. */
    public static MeasuredLoad hogs(int procs) {
        return new Trickle(procs, procs - 1);
    }

    /** Submits the load once, and waits for its end by {@link #awaitTasks}. */
    abstract void submit();

    /** Once, before anything else. */
    void prepare() {}

    /** So that all tasks can end. */
    void release() {}

    @Override
    public final void live() {
        scheduler = new Scheduler(config(procs), null, LocalRunQueue.CAPACITY, false);
        prepare();
        submit();
        rest();
        tasks = 0;
        before = Simulation.accesses();
        submit();
        rest();
        release();
        scheduler.shutdown();
        try {
            scheduler.awaitTermination(1_000, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Override
    public final int tasks() {
        return tasks;
    }

    @Override
    public final Accesses accesses() {
        return accesses;
    }

    @Override
    public long readsOfSearch() {
        return -1;
    }

    /** So many tasks will end. */
    final void expect(int number) {
        tasks += number;
        left = number;
    }

    /** The end of a task. */
    final void ends() {
        if (--left == 0 && before != null) {
            accesses = Simulation.accesses().minus(before);
        }
    }

    final void awaitTasks() {
        while (left > 0) {
            rest();
        }
    }

    static void rest() {
        long until = System.nanoTime() + REST_NANOS;
        while (until - System.nanoTime() > 0) {
            LockSupport.parkNanos(Loads.class, until - System.nanoTime());
        }
    }

    private static SchedulerConfig config(int procs) {
        return new SchedulerConfig(
                "measured",
                procs,
                GoroutineMode.DIRECT,
                Discipline.GO,
                Duration.ofMillis(10),
                MANY_MACHINES,
                Duration.ofDays(1),
                OptionalInt.empty(),
                1_000_000,
                RejectionPolicy.ABORT,
                Duration.ZERO,
                false,
                Duration.ZERO,
                OvertimePolicy.KEEP_PRIORITY,
                10,
                false,
                false,
                FlightRecorder.DEFAULT_BYTES,
                true,
                LeakWatchConfig.OFF);
    }

    private static final class ForkTree extends Loads {

        private static final int FAN_OUT = 10;

        private final int leaves;

        ForkTree(int procs, int leaves) {
            super(procs);
            this.leaves = leaves;
        }

        @Override
        void submit() {
            int tasks = 0;
            for (int level = leaves; level > 0; level /= FAN_OUT) {
                tasks += level;
            }
            expect(tasks);
            scheduler.execute(() -> fork(leaves));
            awaitTasks();
        }

        private void fork(int leavesBelow) {
            for (int child = 0; leavesBelow > 1 && child < FAN_OUT; child++) {
                scheduler.execute(() -> fork(leavesBelow / FAN_OUT));
            }
            ends();
        }
    }

    private static final class SubmitFromOutside extends Loads {

        private final int submitters;
        private final int tasksEach;

        SubmitFromOutside(int procs, int submitters, int tasksEach) {
            super(procs);
            this.submitters = submitters;
            this.tasksEach = tasksEach;
        }

        @Override
        void submit() {
            expect(submitters * tasksEach);
            for (int i = 0; i < submitters; i++) {
                new Thread(this::submitAll, "submitter-" + i).start();
            }
            awaitTasks();
        }

        private void submitAll() {
            for (int i = 0; i < tasksEach; i++) {
                scheduler.execute(this::ends);
            }
        }
    }

    private static final class Trickle extends Loads {

        private static final int TASKS = 100;

        private final int hogs;
        private boolean released;
        private Thread searcher;
        private Accesses beforeSearch;
        private long readsOfSearch;

        Trickle(int procs, int hogs) {
            super(procs);
            this.hogs = hogs;
        }

        @Override
        void prepare() {
            for (int i = 0; i < hogs; i++) {
                scheduler.execute(this::hold);
                rest();
            }
        }

        @Override
        void release() {
            released = true;
            readsOfSearch = Simulation.accessesOf(searcher).minus(beforeSearch).reads();
            Simulation.threads().forEach(LockSupport::unpark);
        }

        @Override
        void submit() {
            for (int i = 0; i < TASKS; i++) {
                expect(1);
                scheduler.execute(this::one);
                awaitTasks();
            }
        }

        @Override
        public long readsOfSearch() {
            return readsOfSearch;
        }

        private void one() {
            ends();
            searcher = Thread.currentThread();
            beforeSearch = Simulation.accessesOf(searcher);
        }

        /** Sysmon would take its processor; without, it computes for all that others can see. */
        private void hold() {
            while (!released) {
                LockSupport.park(this);
            }
        }
    }
}
