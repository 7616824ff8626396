package dev.gmp.internal.util;

import java.lang.System.Logger.Level;

/**
 * One line for the log, of a thread that must live on: where even that fails, for want of memory, it is dropped. To be kept
 * in a static field: without memory no class can be loaded when the line is needed, and a literal takes memory when it is
 * met for the first time, so that a catch block that names its text would throw itself.
 */
public final class SafeLog {

    private final System.Logger logger;
    private final Level level;
    private final String text;

    public SafeLog(Class<?> owner, Level level, String text) {
        this.logger = System.getLogger(owner.getName());
        this.level = level;
        this.text = text;
        logger.isLoggable(level);
    }

    /** Any thread. Throws nothing. */
    public void log(Throwable failure) {
        try {
            logger.log(level, text, failure);
        } catch (Throwable fromLogging) {
            // There is nobody to tell.
        }
    }
}
