package dev.gmp.internal.util;

import java.lang.System.Logger.Level;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Lines for the log, of a thread that must not wait: a lock of whoever writes the log may be held, or waited for, by a goroutine
 * that gets no processor without that thread. Written one after the other by a thread that is there while lines wait. Where no
 * thread can be had, or too many lines wait, they are dropped.
 */
public final class DetachedLog {

    private static final int MOST_WAITING = 100;

    private final System.Logger logger;
    private final Level level;
    private final Queue<Line> lines = new ConcurrentLinkedQueue<>();

    /** Lines that were added since the writer last began anew; it is there while they are more than none. */
    private final AtomicInteger waiting = new AtomicInteger();

    /** Made before a line comes: that takes stack. */
    private final Runnable writer = () -> takeAll(true);

    public DetachedLog(Class<?> owner, Level level) {
        this.logger = System.getLogger(owner.getName());
        this.level = level;
        logger.isLoggable(level);
    }

    /** Any thread. Throws nothing. */
    public void log(String text) {
        log(text, null);
    }

    /** Any thread. Throws nothing. */
    public void log(String text, @Nullable Throwable failure) {
        if (waiting.get() >= MOST_WAITING) {
            return;
        }
        try {
            lines.add(new Line(text, failure));
        } catch (Throwable noMemory) {
            return;
        }
        if (waiting.getAndIncrement() == 0) {
            try {
                ServiceThreads.newThread("gmp-log", writer).start();
            } catch (Throwable noThread) {
                takeAll(false);
            }
        }
    }

    private void takeAll(boolean isToBeWritten) {
        int seen;
        do {
            seen = waiting.get();
            for (Line line = lines.poll(); line != null; line = lines.poll()) {
                if (isToBeWritten) {
                    write(line);
                }
            }
        } while (waiting.addAndGet(-seen) > 0);
    }

    private void write(Line line) {
        try {
            logger.log(level, line.text, line.failure);
        } catch (Throwable fromLogging) {
            // There is nobody to tell.
        }
    }

    private record Line(String text, @Nullable Throwable failure) {}
}
