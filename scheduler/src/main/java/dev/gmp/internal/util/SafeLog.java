package dev.gmp.internal.util;

import java.lang.System.Logger.Level;
import java.util.function.BiConsumer;

/**
 * One log line of a thread that must go on. If logging fails, as without memory, the line is dropped. To be kept in a
 * static field: without memory no class can be loaded when the line is needed. A literal takes memory at its first use,
 * so a catch block that names its text would throw itself.
 */
public final class SafeLog {

    private final BiConsumer<String, Throwable> log;
    private final String text;

    public SafeLog(Class<?> owner, Level level, String text) {
        this(direct(System.getLogger(owner.getName()), level), text);
    }

    private SafeLog(BiConsumer<String, Throwable> log, String text) {
        this.log = log;
        this.text = text;
    }

    /** For sysmon, and for machines between two goroutines, which must not wait for the log either ({@link DetachedLog}). */
    public static SafeLog detached(Class<?> owner, Level level, String text) {
        return new SafeLog(new DetachedLog(owner, level)::log, text);
    }

    private static BiConsumer<String, Throwable> direct(System.Logger logger, Level level) {
        logger.isLoggable(level);
        return (text, failure) -> logger.log(level, text, failure);
    }

    /** Any thread. Throws nothing. */
    public void log(Throwable failure) {
        try {
            log.accept(text, failure);
        } catch (Throwable fromLogging) {
            // Nothing is left to tell it to.
        }
    }
}
