package dev.gmp.internal.util;

import java.lang.System.Logger.Level;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Lines for the log, of a thread that must not wait: a lock of whoever writes the log may be held, or waited for, by a goroutine
 * that gets no processor without that thread. Written one after the other by a thread that is there while lines wait. Where no
 * thread can be had, or too many lines wait, they are dropped.
 */
public final class DetachedLog {

    private static final int MOST_WAITING = 100;

    private final System.Logger logger;
    private final Level level;
    private final Queue<String> lines = new ConcurrentLinkedQueue<>();
    private final AtomicInteger waiting = new AtomicInteger();

    public DetachedLog(Class<?> owner, Level level) {
        this.logger = System.getLogger(owner.getName());
        this.level = level;
    }

    /** Any thread. */
    public void log(String line) {
        if (waiting.get() >= MOST_WAITING) {
            return;
        }
        lines.add(line);
        if (waiting.getAndIncrement() == 0) {
            try {
                ServiceThreads.newThread("gmp-log", this::writeAll).start();
            } catch (OutOfMemoryError noThread) {
                lines.clear();
                waiting.set(0);
            }
        }
    }

    private void writeAll() {
        do {
            String line = lines.poll();
            try {
                logger.log(level, line);
            } catch (Throwable fromLogging) {
                // There is nobody to tell.
            }
        } while (waiting.decrementAndGet() > 0);
    }
}
