package dev.gmp.simulation;

/**
 * A stack of its own that runs only while it is resumed. {@link ContinuationCoroutine} is one on the caller's thread,
 * at the price of two calls; {@link ThreadCoroutine} does the same with a thread where the JDK has no continuations.
 */
abstract class Coroutine {

    /** @param body runs at the first {@link #resume} */
    static Coroutine of(Runnable body) {
        return ContinuationCoroutine.available() ? new ContinuationCoroutine(body) : new ThreadCoroutine(body);
    }

    /** Runs it until it suspends itself or ends. */
    abstract void resume();

    /** Back to the thread that resumed it. From inside. */
    abstract void suspend();

    /** Lets go of one that will never be resumed. */
    abstract void abandon();
}
