package dev.gmp.internal.jdk;

/**
 * A part of {@code java.lang} that virtual goroutines cannot do without. All are there in JDK 21 to 25; {@code docs/reference/compatibility.md} says
 * what is known of others.
 */
enum JdkPart {

    /** Makes a virtual thread with a scheduler of its own: {@code (Executor, String, int, Runnable)Thread}. */
    FACTORY("java.lang.ThreadBuilders", "newVirtualThread"),

    /** The object that the JDK hands to that scheduler, a {@link Runnable}. It has one field, the thread. */
    CONTINUATION("java.lang.VirtualThread", "runContinuation"),

    /** An {@code int}; tells a yield from a park. */
    STATE("java.lang.VirtualThread", "state"),

    /** The {@code ForkJoinPool} that carries other virtual threads. */
    JDK_SCHEDULER("java.lang.VirtualThread", "DEFAULT_SCHEDULER"),

    /** A bit of the factory's {@code int}. */
    NO_INHERITANCE("java.lang.Thread", "NO_INHERIT_THREAD_LOCALS"),

    /** Tells the platform thread below a virtual one. */
    CARRIER("java.lang.Thread", "currentCarrierThread");

    private final String owner;
    private final String member;

    JdkPart(String owner, String member) {
        this.owner = owner;
        this.member = member;
    }

    String owner() {
        return owner;
    }

    String member() {
        return member;
    }

    @Override
    public String toString() {
        return owner + "." + member;
    }
}
