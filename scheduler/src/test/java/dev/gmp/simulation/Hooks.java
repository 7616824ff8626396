package dev.gmp.simulation;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * What woven classes call instead of the JDK. Outside a simulation, while classes are initialised, points do nothing.
 *
 * @see Weaver
 */
public final class Hooks {

    private Hooks() {}

    /** Before each access to what threads share. */
    public static void point() {
        Simulation simulation = Simulation.current();
        if (simulation != null) {
            simulation.point();
        }
    }

    public static void read() {
        touch(Accesses.Kind.READ);
    }

    public static void write() {
        touch(Accesses.Kind.WRITE);
    }

    public static void update() {
        touch(Accesses.Kind.UPDATE);
    }

    public static void fence() {
        touch(Accesses.Kind.FENCE);
    }

    /** After a compare-and-set. */
    public static void compared(boolean done) {
        Simulation simulation = Simulation.current();
        if (!done && simulation != null) {
            simulation.count(Accesses.Kind.FAILED_UPDATE);
        }
    }

    private static void touch(Accesses.Kind kind) {
        Simulation simulation = Simulation.current();
        if (simulation != null) {
            simulation.count(kind);
            simulation.point();
        }
    }

    // Thread

    public static Thread currentThread() {
        Strand running = Simulation.current().running();
        return running.carried == null ? running.thread : running.carried;
    }

    public static Thread currentCarrier() {
        return Simulation.current().running().thread;
    }

    /** Lest simulated schedulers end the parks of threads that are not simulated, as long as the JVM lives. */
    public static MethodHandles.Lookup noTimersOfThisJvm(String className) throws IllegalAccessException {
        throw new IllegalAccessException("a simulated scheduler does not look into " + className);
    }

    public static void start(Thread thread) {
        if (thread instanceof SimulatedVirtualThread virtual) {
            virtual.begin();
        } else {
            Simulation.current().start(thread);
        }
    }

    public static long getId(Thread thread) {
        if (thread instanceof SimulatedVirtualThread virtual) {
            return virtual.number();
        }
        Strand strand = Simulation.current().strandOf(thread);
        return strand == null ? 0 : strand.number;
    }

    public static Thread.State getState(Thread thread) {
        Strand strand = Simulation.current().strandOf(thread);
        if (strand == null) {
            return Thread.State.NEW;
        }
        return switch (strand.state) {
            case RUNNABLE, OFF_CPU -> Thread.State.RUNNABLE;
            case PARKED -> strand.deadline == Strand.NEVER ? Thread.State.WAITING : Thread.State.TIMED_WAITING;
            case BLOCKED -> Thread.State.BLOCKED;
            case ENDED -> Thread.State.TERMINATED;
        };
    }

    public static boolean isAlive(Thread thread) {
        if (thread instanceof SimulatedVirtualThread virtual) {
            return virtual.lives();
        }
        Strand strand = Simulation.current().strandOf(thread);
        return strand != null && strand.state != Strand.State.ENDED;
    }

    /** Waits by looking: none needs to tell. */
    public static void join(Thread thread) {
        while (isAlive(thread)) {
            parkNanos(thread, 1_000_000);
        }
    }

    public static void yield() {
        SimulatedVirtualThread carried = Simulation.current().running().carried;
        if (carried == null) {
            Simulation.current().yieldPolitely();
        } else {
            carried.giveWay();
        }
    }

    public static void sleep(long millis) throws InterruptedException {
        sleep(millis, 0);
    }

    public static void sleep(long millis, int nanos) throws InterruptedException {
        long until = nanoTime() + millis * 1_000_000 + nanos;
        for (long left = until - nanoTime(); left > 0; left = until - nanoTime()) {
            parkNanos(Thread.class, left);
            if (interrupted()) {
                throw new InterruptedException();
            }
        }
    }

    /** A pause between two looks at a lock, which never unmounts a virtual thread. */
    public static void pause(int spins) {
        Simulation.current().yieldPolitely();
    }

    public static void onSpinWait() {
        Simulation.current().yieldPolitely();
    }

    public static void interrupt(Thread thread) {
        if (thread instanceof SimulatedVirtualThread virtual) {
            virtual.disturb();
        } else {
            Simulation.current().interrupt(thread);
        }
    }

    public static boolean interrupted() {
        Strand running = Simulation.current().running();
        point();
        if (running.carried != null) {
            return running.carried.takeInterrupt();
        }
        boolean was = running.interrupted;
        running.interrupted = false;
        return was;
    }

    public static Thread.UncaughtExceptionHandler getUncaughtExceptionHandler(Thread thread) {
        Simulation simulation = Simulation.current();
        return (at, thrown) -> simulation.fail("a task threw " + thrown, thrown);
    }

    /** As if a thread that does not wait had a CPU all the time. */
    public static long getThreadCpuTime(Object bean, long id) {
        return nanoTime();
    }

    // LockSupport

    public static void park(Object blocker) {
        SimulatedVirtualThread carried = Simulation.current().running().carried;
        if (carried == null) {
            Simulation.current().park(Strand.NEVER);
        } else {
            carried.park();
        }
    }

    public static void parkNanos(Object blocker, long nanos) {
        if (nanos <= 0) {
            return;
        }
        SimulatedVirtualThread carried = Simulation.current().running().carried;
        if (carried == null) {
            Simulation.current().park(nanos);
        } else {
            carried.parkNanos(nanos);
        }
    }

    public static void unpark(Thread thread) {
        if (thread instanceof SimulatedVirtualThread virtual) {
            virtual.unpark();
        } else if (thread != null) {
            Simulation.current().unpark(thread);
        }
    }

    // Everything else

    public static long nanoTime() {
        Simulation simulation = Simulation.current();
        if (simulation == null) {
            return 0;
        }
        simulation.point();
        return simulation.now();
    }

    public static int availableProcessors(Runtime runtime) {
        return 2;
    }

    public static void monitorEnter(Object object) {
        Simulation simulation = Simulation.current();
        if (simulation != null) {
            simulation.enter(object);
        }
    }

    public static void monitorExit(Object object) {
        Simulation simulation = Simulation.current();
        if (simulation != null) {
            simulation.exit(object);
        }
    }

    /** The flight recorder has threads of its own. */
    public static Runnable noFlightRecorder(Object name, Object probes) {
        return () -> {};
    }

    /** What the scheduler only logs is a failure here, unless it is a warning. */
    public static System.Logger logger(String name) {
        return new StrictLogger(name);
    }

    /** Whether this run makes the mistake. @param fault its ordinal */
    public static boolean isPlanted(int fault) {
        Simulation simulation = Simulation.current();
        return simulation != null && simulation.fault.ordinal() == fault;
    }

    // What planted faults make of a compare-and-set: a look, and a write a little later

    public static boolean carelessly(VarHandle field, Object owner, int expected, int update) {
        point();
        if ((int) field.getVolatile(owner) != expected) {
            return false;
        }
        point();
        field.setVolatile(owner, update);
        return true;
    }

    public static boolean carelessly(VarHandle field, Object owner, long expected, long update) {
        point();
        if ((long) field.getVolatile(owner) != expected) {
            return false;
        }
        point();
        field.setVolatile(owner, update);
        return true;
    }

    public static long carelesslyExchange(VarHandle field, Object owner, long expected, long update) {
        return carelessly(field, owner, expected, update) ? expected : (long) field.getVolatile(owner);
    }

    public static boolean carelessly(VarHandle field, Object owner, Object expected, Object update) {
        point();
        if ((Object) field.getVolatile(owner) != expected) {
            return false;
        }
        point();
        field.setVolatile(owner, update);
        return true;
    }

    public static boolean carelessly(AtomicLongArray array, int index, long expected, long update) {
        point();
        if (array.get(index) != expected) {
            return false;
        }
        point();
        array.set(index, update);
        return true;
    }

    public static boolean carelessly(AtomicInteger atomic, int expected, int update) {
        point();
        if (atomic.get() != expected) {
            return false;
        }
        point();
        atomic.set(update);
        return true;
    }
}
