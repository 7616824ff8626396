package dev.gmp.simulation;

/** How often threads have accessed what they share: volatile fields, atomics, and what a {@code VarHandle} reaches. */
public final class Accesses {

    /** What an access does. */
    public enum Kind {
        READ,
        WRITE,
        UPDATE,
        FAILED_UPDATE,
        FENCE,
        /** A plain access through a {@code VarHandle}. Not counted. */
        PLAIN;

        /** @param method of a {@code VarHandle}, or of an atomic */
        static Kind of(String method, boolean isVarHandle) {
            if (method.endsWith("Fence")) {
                return FENCE;
            }
            return switch (method) {
                case "get", "set" -> isVarHandle ? PLAIN : method.equals("get") ? READ : WRITE;
                case "getVolatile", "getAcquire", "getOpaque", "sum", "intValue", "longValue" -> READ;
                case "setVolatile", "setRelease", "setOpaque", "lazySet" -> WRITE;
                case "getPlain", "setPlain", "length", "toString" -> PLAIN;
                default -> UPDATE;
            };
        }
    }

    private final long[] counts = new long[Kind.values().length];

    void count(Kind kind) {
        counts[kind.ordinal()]++;
    }

    Accesses copy() {
        return minus(new Accesses());
    }

    /** What came since an earlier count. */
    public Accesses minus(Accesses earlier) {
        Accesses difference = new Accesses();
        for (int i = 0; i < counts.length; i++) {
            difference.counts[i] = counts[i] - earlier.counts[i];
        }
        return difference;
    }

    /** Volatile, acquiring and opaque ones. */
    public long reads() {
        return of(Kind.READ);
    }

    /** Volatile and releasing writes, and atomic updates, those that failed among them. */
    public long writes() {
        return of(Kind.WRITE) + of(Kind.UPDATE);
    }

    /** Atomic updates, those that failed among them. */
    public long updates() {
        return of(Kind.UPDATE);
    }

    /** Compare-and-sets that found another value. */
    public long failedUpdates() {
        return of(Kind.FAILED_UPDATE);
    }

    private long of(Kind kind) {
        return counts[kind.ordinal()];
    }
}
