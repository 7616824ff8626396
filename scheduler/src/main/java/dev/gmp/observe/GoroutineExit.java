package dev.gmp.observe;

import java.lang.Thread.UncaughtExceptionHandler;

/**
 * What {@code Goroutines.exit()} throws, up to the outermost frame of the goroutine. Code on the way that catches {@link Throwable}
 * or {@link Error} keeps the goroutine alive, unless it throws this on:
 *
 * <pre>{@code
 * } catch (GoroutineExit exit) {
 *     throw exit;
 * } catch (Throwable failure) {
 * }</pre>
 *
 * <p>The same one for all, without a stack trace.
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
     * For {@code Goroutines.exit()}: what the thread is to throw. It may be one with a body of its own, around which no
     * other code can catch. Its handler of uncaught exceptions will not hear of it.
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
