package dev.gmp.internal.gmp;

/** A task for which a processor has time when it has nothing else to do (Go: an idle-priority GC worker). */
public final class IdlePriorityGoroutine extends DirectGoroutine {

    public IdlePriorityGoroutine(Runnable task) {
        super(task);
    }
}
