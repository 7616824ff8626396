package dev.gmp.simulation;

/** One simulated thread: what the JVM and the operating system know of it. */
final class Strand {

    static final long NEVER = Long.MAX_VALUE;

    enum State {
        RUNNABLE,
        PARKED,
        /** Runnable, but the operating system lets others run. */
        OFF_CPU,
        /** At a monitor that another one holds. */
        BLOCKED,
        ENDED
    }

    final int number;
    final Thread thread;

    final Accesses accesses = new Accesses();

    /** Its own stack. */
    final Coroutine root;

    /** What runs when it runs: its own stack, or that of a virtual thread that it carries. */
    Coroutine top;

    State state = State.RUNNABLE;

    /** When a park is over by itself. */
    long deadline = NEVER;

    boolean hasPermit;
    boolean interrupted;

    /** It gives others precedence until they have nothing to do: it spins, or has yielded. */
    boolean waitsPolitely;

    /** The higher the sooner, where the choice goes by priority. */
    int priority;

    /** What it is blocked at. */
    Object monitor;

    /** The virtual thread that it carries, or null. */
    SimulatedVirtualThread carried;

    Strand(int number, Thread thread, Runnable body) {
        this.number = number;
        this.thread = thread;
        this.root = Coroutine.of(body);
        this.top = root;
    }

    boolean isRunnable() {
        return state == State.RUNNABLE;
    }

    @Override
    public String toString() {
        return thread.getName() + " " + state + (deadline == NEVER ? "" : " until " + deadline);
    }
}
