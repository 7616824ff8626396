package dev.gmp.simulation;

import java.util.concurrent.Executor;

/**
 * What a scheduler sees of the JDK's virtual thread: {@code execute} whenever it becomes runnable, a continuation that
 * returns when it parks, yields or ends, and an unpark that may come before the continuation has returned (JDK-2 and JDK-3
 * in {@code VirtualThreads}). Its statuses are those of {@code java.lang.VirtualThread} in JDK 21 and 25.
 */
final class SimulatedVirtualThread extends Thread {

    private enum Status {
        NEW,
        RUNNABLE,
        RUNNING,
        PARKING,
        PARKED,
        YIELDING,
        YIELDED,
        UNPARKED,
        TERMINATED
    }

    private final Executor scheduler;
    private final Runnable continuation = this::go;
    private final Coroutine stack;
    private final int number;
    private Status status = Status.NEW;
    private boolean hasPermit;
    private boolean disturbed;

    SimulatedVirtualThread(int number, Executor scheduler, Runnable body) {
        super("virtual-" + number);
        this.number = number;
        this.scheduler = scheduler;
        this.stack = Coroutine.of(() -> live(body));
    }

    int number() {
        return 1_000_000 + number;
    }

    Runnable continuation() {
        return continuation;
    }

    boolean lives() {
        Hooks.point();
        return status != Status.NEW && status != Status.TERMINATED;
    }

    boolean hasYielded() {
        Hooks.point();
        return status == Status.YIELDED;
    }

    void begin() {
        status = Status.RUNNABLE;
        scheduler.execute(continuation);
    }

    void park() {
        Hooks.point();
        if (hasPermit || disturbed) {
            hasPermit = false;
            return;
        }
        status = Status.PARKING;
        leave();
        hasPermit = false;
    }

    /** A thread of the JDK's wakes it. */
    void parkNanos(long nanos) {
        Simulation simulation = Simulation.current();
        simulation.start(new Thread(
                () -> {
                    simulation.park(nanos);
                    unpark();
                },
                "unparker of " + getName()));
        park();
    }

    void giveWay() {
        Hooks.point();
        status = Status.YIELDING;
        leave();
    }

    void unpark() {
        Hooks.point();
        boolean had = hasPermit;
        hasPermit = true;
        if (!had) {
            submitIfParked();
        }
    }

    void disturb() {
        Hooks.point();
        disturbed = true;
        hasPermit = true;
        submitIfParked();
    }

    boolean takeInterrupt() {
        boolean was = disturbed;
        disturbed = false;
        return was;
    }

    private void submitIfParked() {
        if (status == Status.PARKED) {
            status = Status.UNPARKED;
            Hooks.point();
            scheduler.execute(continuation);
        }
    }

    /** The continuation's run: on its carrier, until it leaves. */
    private void go() {
        Hooks.point();
        if (status != Status.RUNNABLE && status != Status.UNPARKED && status != Status.YIELDED) {
            return;
        }
        hasPermit &= status != Status.UNPARKED;
        status = Status.RUNNING;
        Simulation simulation = Simulation.current();
        Strand carrier = simulation.running();
        if (carrier.carried != null) {
            simulation.fail("a virtual thread runs on a virtual thread", null);
        }
        carrier.carried = this;
        simulation.mount(stack);
        afterLeaving();
    }

    private void afterLeaving() {
        if (status == Status.PARKING) {
            status = Status.PARKED;
            Hooks.point(); // from here on another thread may have it executed
            if (hasPermit) {
                submitIfParked();
            }
        } else if (status == Status.YIELDING) {
            status = Status.YIELDED;
            Hooks.point();
            scheduler.execute(continuation);
        }
    }

    private void leave() {
        Simulation simulation = Simulation.current();
        simulation.running().carried = null;
        simulation.unmount(stack);
    }

    private void live(Runnable body) {
        try {
            body.run();
        } catch (ThreadCoroutine.Abandoned unwound) {
            throw unwound;
        } catch (Throwable thrown) {
            Simulation.current().fail(getName() + " ended by " + thrown, thrown);
        }
        Strand carrier = Simulation.current().running();
        status = Status.TERMINATED;
        carrier.carried = null;
        carrier.top = carrier.root;
    }
}
