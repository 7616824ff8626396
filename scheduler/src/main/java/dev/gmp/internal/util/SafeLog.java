package dev.gmp.internal.util;

/**
 * Logs for threads that must live on: where even that fails, for want of memory, the line is dropped. To be kept in a static
 * field: its class cannot be loaded any more when it is needed.
 */
public final class SafeLog {

    /** Named here so that it is loaded by now: callers name a level, and without memory no class can be loaded. */
    private static final System.Logger.Level LOADED = System.Logger.Level.ERROR;

    private final System.Logger logger;

    public SafeLog(Class<?> owner) {
        logger = System.getLogger(owner.getName());
        logger.isLoggable(LOADED);
    }

    /** Any thread. Throws nothing. */
    public void log(System.Logger.Level level, String text, Throwable failure) {
        try {
            logger.log(level, text, failure);
        } catch (Throwable fromLogging) {
            // There is nobody to tell.
        }
    }
}
