package dev.gmp.simulation;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Supplier;

/**
 * Runs threads on one thread: one at a time, changing at points that a seed chooses, on a clock that only moves when they
 * do. Two runs with one seed do the same.
 *
 * <p>A point lies before each access to memory that threads share by intent: volatile fields, {@code VarHandle}s, atomics,
 * fences. So every order of these accesses can come up; their effects are those of sequential consistency, and what the
 * memory model allows beyond that is for jcstress.
 */
public final class Simulation {

    /** What a step costs on the clock, and a yield. */
    private static final long STEP_NANOS = 30;

    private static final long YIELD_NANOS = 1_000;

    /** More than any scenario needs by far: a thread that takes so long has stopped getting on. */
    private static final long MOST_STEPS = 3_000_000;

    /** The only one that runs; null outside. */
    private static Simulation current;

    final Choice choice;
    final Fault fault;
    private final Subject subject;
    private final Trace trace;
    private final List<Strand> strands = new ArrayList<>();
    private final List<Thread> threads = new ArrayList<>();
    private final Map<Thread, Strand> byThread = new IdentityHashMap<>();
    private final Monitors monitors = new Monitors();
    private Strand running;
    private long nextDeadline = Strand.NEVER;
    private long steps;
    private long switches;
    private long rests;
    private int virtualThreads;
    private long fingerprint = 17;
    private String failure;
    private Throwable cause;
    private boolean abandoning;

    /** The subject looks at itself, in no thread's name. */
    private boolean checking;

    /** Of all threads. */
    private final Accesses accesses = new Accesses();

    private final SimulatedClock clock;

    private Simulation(Choice choice, Subject subject, Fault fault, boolean parallel, boolean traced) {
        this.choice = choice;
        this.fault = fault;
        this.subject = subject;
        this.clock = new SimulatedClock(choice, parallel);
        this.trace = new Trace(traced);
    }

    /** @param traced whether the last switches are told with the places where they were made, which is slow */
    static Result run(long seed, Subject subject, Fault fault, boolean traced) {
        return new Simulation(new Choice(new Random(seed)), subject, fault, false, traced).result();
    }

    /** As if each thread had a CPU of its own, all equally fast, and nothing else took its time. */
    public static void runInParallel(long seed, Subject subject) {
        Result result = new Simulation(Choice.fair(new Random(seed)), subject, Fault.NONE, true, false).result();
        if (result.failure() != null) {
            throw new AssertionError(result.failure(), result.cause());
        }
    }

    private Result result() {
        start(new Thread(subject::live, "main"));
        try {
            loop();
        } finally {
            abandon();
        }
        trace.changes();
        return new Result(failure, cause, steps, switches, rests, fingerprint, trace.lines());
    }

    /** The one that the caller is part of; null outside. */
    static Simulation current() {
        return current;
    }

    Strand running() {
        return running;
    }

    long now() {
        return clock.nanos();
    }

    int nextVirtual() {
        return ++virtualThreads;
    }

    /** The threads that live, for those that check. */
    public static List<Thread> threads() {
        return List.copyOf(current.threads);
    }

    /** The calling thread uses the CPU for so long. */
    public static void compute(long nanos) {
        current.clock.advance(nanos);
        current.point();
    }

    /** What the shipped code has accessed so far, by all threads. */
    public static Accesses accesses() {
        return current.accesses.copy();
    }

    /** The same by one that lives. */
    public static Accesses accessesOf(Thread thread) {
        return current.byThread.get(thread).accesses.copy();
    }

    void count(Accesses.Kind kind) {
        if (!checking) {
            accesses.count(kind);
            running.accesses.count(kind);
        }
    }

    void fail(String what, Throwable why) {
        if (failure == null && !abandoning) {
            failure = what;
            cause = why;
        }
    }

    // What threads do

    /** Here another thread may go on. */
    void point() {
        if (abandoning) {
            throw new ThreadCoroutine.Abandoned();
        }
        if (checking) {
            return;
        }
        steps++;
        clock.advance(STEP_NANOS);
        if (choice.stalls()) {
            stall();
        } else if (clock.nanos() >= nextDeadline) {
            wakeDue();
        } else if (choice.preempts(running)) {
            change();
        }
    }

    /** Everything takes long for once, or the calling thread alone does. */
    private void stall() {
        long nanos = choice.stallNanos();
        if (choice.stallsAll()) {
            clock.stop(nanos);
            wakeDue();
        } else {
            running.state = Strand.State.OFF_CPU;
            sleepUntil(clock.nanos() + nanos);
        }
    }

    private void sleepUntil(long deadline) {
        running.deadline = deadline;
        nextDeadline = Math.min(nextDeadline, deadline);
        change();
    }

    /** Others go on first. */
    void yieldPolitely() {
        clock.advance(YIELD_NANOS);
        running.waitsPolitely = true;
        choice.yields(running);
        point();
        change();
    }

    /** @param nanos how long at most, {@link Strand#NEVER} for ever */
    void park(long nanos) {
        point();
        Strand me = running;
        if (!me.hasPermit && !me.interrupted && !choice.wakesSpuriously()) {
            me.state = Strand.State.PARKED;
            sleepUntil(nanos >= Strand.NEVER - clock.nanos() ? Strand.NEVER : clock.nanos() + nanos);
        }
        me.hasPermit = false;
    }

    void unpark(Thread thread) {
        point();
        Strand strand = byThread.get(thread);
        if (strand != null) {
            strand.hasPermit = true;
            wake(strand);
        }
    }

    void interrupt(Thread thread) {
        point();
        Strand strand = byThread.get(thread);
        if (strand != null) {
            strand.interrupted = true;
            wake(strand);
        }
    }

    void start(Thread thread) {
        Strand strand = new Strand(byThread.size() + 1, thread, () -> live(thread));
        choice.born(strand);
        strands.add(strand);
        threads.add(thread);
        byThread.put(thread, strand);
        if (running != null) {
            point();
        }
    }

    Strand strandOf(Thread thread) {
        return byThread.get(thread);
    }

    void enter(Object object) {
        point();
        while (!monitors.tryEnter(object, running)) {
            running.state = Strand.State.BLOCKED;
            running.monitor = object;
            change();
        }
    }

    void exit(Object object) {
        if (monitors.exit(object)) {
            for (Strand strand : strands) {
                if (strand.monitor == object) {
                    strand.monitor = null;
                    strand.state = Strand.State.RUNNABLE;
                }
            }
            point();
        }
    }

    /** The calling thread goes on with another stack, until {@link #unmount}. */
    void mount(Coroutine stack) {
        Strand me = running;
        Coroutine own = me.top;
        me.top = stack;
        own.suspend();
    }

    /** From that other stack: back to its carrier. It is suspended until it is mounted again. */
    void unmount(Coroutine stack) {
        running.top = running.root;
        stack.suspend();
    }

    /** Back to the loop, which goes on with the thread it chooses. */
    void change() {
        trace.stops(clock.nanos(), running);
        running.top.suspend();
    }

    // The loop

    private void loop() {
        Simulation before = current;
        current = this;
        try {
            while (failure == null && !strands.isEmpty()) {
                Strand next = choice.next(strands);
                if (next == null) {
                    letTimePass();
                } else {
                    run(next);
                }
            }
            String wrong = failure == null ? check(subject::atTheEnd) : null;
            if (wrong != null) {
                fail(wrong, null);
            }
        } finally {
            current = before;
        }
    }

    private void run(Strand next) {
        if (next != running) {
            switches++;
            fingerprint = fingerprint * 31 + next.number * 1_000_003L + steps;
            trace.changes();
        }
        running = next;
        next.waitsPolitely = false;
        Coroutine stack;
        do {
            stack = next.top;
            stack.resume();
        } while (stack != next.top && next.state != Strand.State.ENDED);
        if (next.state == Strand.State.ENDED) {
            strands.remove(next);
            threads.remove(next.thread);
            trace.ends(clock.nanos(), next);
        }
        if (steps > MOST_STEPS && !clock.isParallel()) {
            fail("no end after " + steps + " steps: " + strands, null);
        }
        String wrong = failure == null ? check(subject::atSwitch) : null;
        if (wrong != null) {
            fail(wrong, null);
        }
    }

    private String check(Supplier<String> look) {
        checking = true;
        try {
            return look.get();
        } finally {
            checking = false;
        }
    }

    private void letTimePass() {
        rests++;
        nextDeadline = earliestDeadline();
        boolean isAtRest = strands.stream().noneMatch(strand -> strand.state == Strand.State.OFF_CPU);
        String wrong = isAtRest ? check(() -> subject.atRest(clock.nanos(), nextDeadline)) : null;
        if (wrong != null) {
            fail(wrong + "; " + strands, null);
        } else if (nextDeadline == Strand.NEVER) {
            fail("no thread will ever go on: " + strands, null);
        } else {
            clock.passTo(nextDeadline);
            wakeDue();
        }
    }

    private void live(Thread thread) {
        Strand me = running;
        try {
            ((Runnable) thread).run();
        } catch (ThreadCoroutine.Abandoned unwound) {
            throw unwound;
        } catch (Throwable thrown) {
            fail(thread.getName() + " ended by " + thrown, thrown);
        }
        me.state = Strand.State.ENDED;
    }

    private void wake(Strand strand) {
        if (strand.state == Strand.State.PARKED) {
            strand.state = Strand.State.RUNNABLE;
            strand.deadline = Strand.NEVER;
        }
    }

    private void wakeDue() {
        for (Strand strand : strands) {
            if (strand.deadline <= clock.nanos()) {
                strand.state = Strand.State.RUNNABLE;
                strand.deadline = Strand.NEVER;
            }
        }
        nextDeadline = earliestDeadline();
    }

    private long earliestDeadline() {
        long earliest = Strand.NEVER;
        for (Strand strand : strands) {
            earliest = Math.min(earliest, strand.deadline);
        }
        return earliest;
    }

    /** Unwinds what has not ended, where that takes more than forgetting it. */
    private void abandon() {
        abandoning = true;
        Simulation before = current;
        current = this;
        for (Strand strand : new ArrayList<>(strands)) {
            running = strand;
            if (strand.top != strand.root) {
                strand.top.abandon();
            }
            strand.root.abandon();
        }
        current = before;
    }
}
