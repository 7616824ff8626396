package dev.gmp.internal.util;

import java.lang.System.Logger.Level;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A log for threads that must not wait, such as sysmon. A lock of the logging library may be held, or waited for, by a
 * goroutine that gets no processor without that thread. So another thread writes the lines one after the other, and
 * exists only while lines wait.
 *
 * <p>Lines beyond a limit are dropped. If no thread can be had, the calling thread writes the line itself, because a
 * lack of threads must be logged.
 */
public final class DetachedLog {

    /** The largest number of lines that wait; each keeps memory. */
    private static final int MOST_WAITING = 100;

    private final System.Logger logger;
    private final Level level;
    private final Queue<Line> lines = new ConcurrentLinkedQueue<>();

    /** The number of unwritten lines; a writer exists while it is above zero. */
    private final AtomicInteger waiting = new AtomicInteger();

    /** Made beforehand, because that takes stack. */
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
