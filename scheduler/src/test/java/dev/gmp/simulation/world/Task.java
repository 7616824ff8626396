package dev.gmp.simulation.world;

import dev.gmp.Goroutines;
import dev.gmp.internal.gmp.MachineThreads;
import dev.gmp.internal.wiring.Scheduler;
import dev.gmp.simulation.Simulation;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;

/** A task that does some of what tasks do, by dice of its own, and remembers what was done to it. */
final class Task extends FutureTask<Object> {

    private static final int DEEPEST = 2;

    private final Scheduler scheduler;
    private final Ledger ledger;
    private final Plan plan;
    private final Random dice;
    private final int depth;
    private final int number;

    /** Until when it computes, and does nothing else; 0 for a task of the other kinds. */
    private final long hogsUntil;

    /** What the scheduler gave for it, or the task itself. */
    private Future<?> handle = this;

    private boolean accepted;
    private boolean rejected;
    private int runs;
    private int returned;
    private int ended;

    Task(Scheduler scheduler, Ledger ledger, Plan plan, long seed, int depth) {
        this(scheduler, ledger, plan, seed, depth, 0);
    }

    private Task(Scheduler scheduler, Ledger ledger, Plan plan, long seed, int depth, long hogsUntil) {
        super(() -> null);
        this.hogsUntil = hogsUntil;
        this.scheduler = scheduler;
        this.ledger = ledger;
        this.plan = plan;
        this.dice = new Random(seed);
        this.depth = depth;
        this.number = ledger.add(this);
    }

    /** One that computes until then, and gives way to none. */
    static Task hog(Scheduler scheduler, Ledger ledger, Plan plan, long until) {
        return new Task(scheduler, ledger, plan, 0, 0, until);
    }

    /** Whether this is what the scheduler hands back when the task will never run. */
    boolean isBehind(Runnable unrun) {
        return unrun == this || unrun == handle;
    }

    void submit() {
        try {
            switch (hogsUntil == 0 ? dice.nextInt(12) : 2) {
                case 0 -> scheduleOnce();
                case 1 -> scheduler.executeIdle(this);
                default -> scheduler.execute(this);
            }
            accepted = true;
        } catch (RejectedExecutionException full) {
            rejected = true;
        }
    }

    @Override
    public void run() {
        runs++;
        if (runs > 1) {
            ledger.complain(this + " runs twice");
        }
        if (isCancelled()) {
            ledger.complain(this + " runs though it was discarded");
        }
        int things = hogsUntil == 0 ? 1 + dice.nextInt(3) : 0;
        for (int i = 0; i < things; i++) {
            doSomething();
        }
        while (hogsUntil != 0 && hogsUntil - System.nanoTime() > 0) {
            Simulation.compute(20_000);
        }
        ended++;
    }

    void countReturned() {
        returned++;
    }

    String wrongAtTheEnd() {
        if (rejected && runs + returned > 0) {
            return this + " was rejected and more";
        }
        int discarded = handle.isCancelled() && runs == 0 ? 1 : 0;
        if (accepted && runs + Math.max(returned, discarded) != 1) {
            return this + (runs + returned == 0 ? " was lost" : " has run and more");
        }
        return ended == runs ? null : this + " has not ended";
    }

    @Override
    public String toString() {
        return "task " + number + " (accepted " + accepted + ", runs " + runs + ", ended " + ended + ", returned "
                + returned + ", cancelled " + isCancelled() + ")";
    }

    static void pause(long nanos) {
        long until = System.nanoTime() + nanos;
        while (until - System.nanoTime() > 0) {
            LockSupport.parkNanos(Task.class, until - System.nanoTime());
        }
    }

    private void doSomething() {
        switch (dice.nextInt(12)) {
            case 0, 1, 2 -> spawn();
            case 3 -> Goroutines.yield();
            case 4 -> blockDeclared();
            case 5 -> blockUndeclared();
            case 6 -> compute();
            case 7 -> resize();
            case 8 -> waitForAnother();
            case 9 -> yieldUntilAnotherHasRun();
            case 10 -> meetOthers();
            default -> {}
        }
    }

    private void spawn() {
        if (depth < DEEPEST) {
            int children = 1 + dice.nextInt(depth == 0 ? 7 : 2);
            for (int i = 0; i < children; i++) {
                new Task(scheduler, ledger, plan, dice.nextLong(), depth + 1).submit();
            }
        }
    }

    private void scheduleOnce() {
        handle = scheduler.schedule(Executors.callable(this), dice.nextInt(3_000_000), 0);
    }

    private void blockDeclared() {
        long nanos = 1_000L << dice.nextInt(15);
        try {
            Goroutines.sleep(Duration.ofNanos(nanos));
        } catch (InterruptedException stopped) {
            // shutdownNow
        }
    }

    /** As a library does: none is told. */
    private void blockUndeclared() {
        if (plan.isVirtual()) {
            Goroutines.yield();
        } else {
            LockSupport.parkNanos(this, 1_000L << dice.nextInt(15));
        }
    }

    private void compute() {
        long until = System.nanoTime() + (1_000L << dice.nextInt(16));
        boolean isPolite = dice.nextBoolean();
        boolean isRow = dice.nextBoolean();
        while (until - System.nanoTime() > 0) {
            Simulation.compute(20_000);
            if (isPolite && isRow) {
                Goroutines.nextTask();
                if (dice.nextInt(8) == 0) {
                    Goroutines.yieldBetweenTasks();
                }
            } else if (isPolite) {
                Goroutines.checkpoint();
            }
        }
    }

    private void resize() {
        if (plan.resizes()) {
            scheduler.setProcs(1 + dice.nextInt(4));
        }
    }

    /** YIELD-1: in a loop, as many others may do at the same time. */
    private void yieldUntilAnotherHasRun() {
        if (!mayWait()) {
            return;
        }
        AtomicBoolean done = new AtomicBoolean();
        try {
            scheduler.execute(() -> done.set(true));
        } catch (RejectedExecutionException shutDown) {
            return;
        }
        while (!done.get()) {
            Goroutines.yield();
        }
    }

    private void meetOthers() {
        if (mayWait()) {
            new Meeting(ledger, dice.nextLong()).hold(scheduler);
        }
    }

    /** Parks until another goroutine has run. */
    private void waitForAnother() {
        if (!mayWait()) {
            return;
        }
        AtomicBoolean done = new AtomicBoolean();
        Thread me = Thread.currentThread();
        try {
            scheduler.execute(() -> {
                done.set(true);
                LockSupport.unpark(me);
            });
        } catch (RejectedExecutionException shutDown) {
            return;
        }
        while (!done.get()) {
            LockSupport.park(this);
        }
    }

    private boolean mayWait() {
        boolean holdsMachine = MachineThreads.of(Thread.currentThread()) != null;
        return plan.mayWait() && Goroutines.isGoroutine() && (!holdsMachine || plan.watched());
    }
}
