package dev.gmp.observe;

import java.lang.Thread.UncaughtExceptionHandler;

/**
 * The error that {@code Goroutines.exit()} throws to end the goroutine. Code that catches {@link Throwable} or {@link
 * Error} keeps the goroutine alive, unless it rethrows this error:
 *
 * <pre>{@code
 * } catch (GoroutineExit exit) {
 *     throw exit;
 * } catch (Throwable failure) {
 * }</pre>
 *
 * <p>There is one instance, without a stack trace.
 *
 * @since 0.1
 */
public final class GoroutineExit extends Error {

    private static final long serialVersionUID = 1L;

    private static final GoroutineExit ONLY = new GoroutineExit();

    private GoroutineExit() {
        super("the goroutine has ended itself, by Goroutines.exit()", null, false, false);
    }

    /**
     * Returns the instance, for {@code Goroutines.exit()}. From then on the thread's uncaught-exception handler does
     * not get it, as it would where a thread with a body of its own exits.
     */
    public static GoroutineExit of(Thread thread) {
        UncaughtExceptionHandler handler = thread.getUncaughtExceptionHandler();
        if (!(handler instanceof ForOthers)) {
            thread.setUncaughtExceptionHandler(new ForOthers(handler));
        }
        return ONLY;
    }

    private record ForOthers(UncaughtExceptionHandler handler) implements UncaughtExceptionHandler {

        @Override
        public void uncaughtException(Thread thread, Throwable thrown) {
            if (thrown != ONLY) {
                handler.uncaughtException(thread, thrown);
            }
        }
    }
}
