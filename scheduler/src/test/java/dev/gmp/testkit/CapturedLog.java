package dev.gmp.testkit;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/** What one system logger is told, until it is closed. */
public final class CapturedLog extends Handler implements AutoCloseable {

    private final Logger logger;
    private final List<String> messages = new CopyOnWriteArrayList<>();

    private CapturedLog(Logger logger) {
        this.logger = logger;
    }

    /**
     * Does not hear what was logged before, which may still have to be written.
     *
     * @param logger its name, which is that of a class
     */
    public static CapturedLog of(String logger) {
        LogWriters.awaitLines();
        CapturedLog log = new CapturedLog(Logger.getLogger(logger));
        log.logger.addHandler(log);
        return log;
    }

    public List<String> messages() {
        return messages;
    }

    @Override
    public void publish(LogRecord line) {
        messages.add(line.getMessage());
    }

    @Override
    public void flush() {}

    @Override
    public void close() {
        logger.removeHandler(this);
    }
}
