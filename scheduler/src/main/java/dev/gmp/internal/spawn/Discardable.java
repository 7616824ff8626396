package dev.gmp.internal.spawn;

/** A task that must hear of it when it is discarded in favour of a later one. */
public interface Discardable extends Runnable {

    /** Discards the task, which never runs. Called once, instead of {@link #run()}. */
    void discard();
}
