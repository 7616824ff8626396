package dev.gmp.soak;

/** What the soak's tasks do. */
enum Activity {
    /** Computes for a moment on a direct goroutine. */
    DIRECT(200),
    /** The same on a virtual one. */
    VIRTUAL(200, true),
    /** Gives way in between. */
    YIELD(50),
    /** Parks until another wakes it. */
    PARK(100, true),
    /** Sleeps on the scheduler's timers. */
    SLEEP(60),
    /** Sleeps on the JDK's. */
    JDK_SLEEP(30),
    /** Is set for a later time. */
    DELAYED(60),
    /** Is set again and again, until it cancels itself. */
    PERIODIC(3),
    /** Counts in a monitor, and now and then waits in it. */
    MONITOR(60),
    /** Blocks in a section that is marked. */
    BLOCKING(20),
    /** Blocks a direct goroutine in one that is not. */
    UNMARKED(5),
    /** Parks in a class initialiser, where the JVM cannot unmount it. */
    PINNED(3, true),
    /** Computes for longer than a time slice and never gives way. */
    HOG(1),
    /** The same, but gives way when asked. */
    POLITE_HOG(2),
    /** Sends messages and waits for the echoes. */
    TALK(20, true),
    /** Sends them back. Begun with its connection, so not drawn. */
    ECHO(0, true),
    /** Has the lowest priority. */
    IDLE(30),
    /** Goes through a bulkhead with few slots and a short queue. */
    NARROW(40),
    /** Goes through a bulkhead with one slot, which keeps the order. */
    IN_ORDER(30),
    /** Goes through a bulkhead that is shut down at once. */
    SHORT_LIVED(2),
    /** Throws. */
    THROWING(20),
    /** Is cancelled while it waits or runs. */
    CANCELLED(40),
    /** Interrupts itself at its end. */
    INTERRUPTED(10),
    /** Is a thread of the scheduler's factory. */
    THREAD(30, true),
    /** Is a virtual thread that a goroutine starts by itself. */
    ADOPTED(20, true),
    /** Is locked to its machine, and ends so now and then. */
    LOCKED(3, true);

    private final int weight;
    private final boolean onlyVirtual;

    Activity(int weight) {
        this(weight, false);
    }

    Activity(int weight, boolean onlyVirtual) {
        this.weight = weight;
        this.onlyVirtual = onlyVirtual;
    }

    /** How often it is drawn, beside the others. */
    int weight(boolean virtualAvailable) {
        return onlyVirtual && !virtualAvailable ? 0 : weight;
    }
}
