package dev.gmp.internal.util;

import java.lang.System.Logger.Level;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Lines for the log, of a thread that must not wait: a lock of what writes the log may be held, or waited for, by a goroutine
 * that gets no processor without that thread. Written one after the other by a thread that is there while lines wait; what comes
 * while too many do is dropped. Where no thread can be had, the thread that logs writes and waits after all: just that must be known then.
 */
public final class DetachedLog {

    /** Lines that wait to be written: more say nothing new, and each keeps memory. */
    private static final int MOST_WAITING = 100;

    private final System.Logger logger;
    private final Level level;
    private final Queue<Line> lines = new ConcurrentLinkedQueue<>();

    /** Lines that are not written yet; the writer is there while they are more than none. */
    private final AtomicInteger waiting = new AtomicInteger();

    /** Made before a line comes: that takes stack. */
    private final Runnable writer = this::writeAll;

    private final Consumer<Runnable> starter;

    public DetachedLog(Class<?> owner, Level level) {
        this(owner, level, writer -> ServiceThreads.newThread("gmp-log", writer).start());
    }

    /** @param starter runs what it is given on another thread */
    DetachedLog(Class<?> owner, Level level, Consumer<Runnable> starter) {
        this.logger = System.getLogger(owner.getName());
        this.level = level;
        this.starter = starter;
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
                starter.accept(writer);
            } catch (Throwable noThread) {
                writeAll();
            }
        }
    }

    private void writeAll() {
        do {
            Line line = lines.poll(); // there is one: each is added before it is counted
            if (line != null) {
                write(line);
            }
        } while (waiting.decrementAndGet() > 0);
    }

    private void write(Line line) {
        try {
            logger.log(level, line.text, line.failure);
        } catch (Throwable fromLogging) {
            // Nothing is left to tell it to.
        }
    }

    private record Line(String text, @Nullable Throwable failure) {}
}
