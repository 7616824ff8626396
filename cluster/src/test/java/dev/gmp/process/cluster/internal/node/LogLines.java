package dev.gmp.process.cluster.internal.node;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.SimpleFormatter;
import org.slf4j.LoggerFactory;

/** The lines that Pekko and the nodes log. */
final class LogLines extends AppenderBase<ILoggingEvent> implements AutoCloseable {

    private final Logger pekko = (Logger) LoggerFactory.getLogger("org.apache.pekko");

    /** System.Logger leads here. A field, since the loggers are kept by weak references. */
    private final java.util.logging.Logger own = java.util.logging.Logger.getLogger("dev.gmp");

    private final List<String> lines = new CopyOnWriteArrayList<>();
    private final Handler ownLines = new Handler() {
        @Override
        public void publish(LogRecord line) {
            lines.add(new SimpleFormatter().formatMessage(line));
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    };

    LogLines() {
        start();
        pekko.addAppender(this);
        own.addHandler(ownLines);
    }

    @Override
    protected void append(ILoggingEvent event) {
        lines.add(event.getFormattedMessage());
    }

    boolean hasLineWith(String... parts) {
        return lines.stream().anyMatch(line -> List.of(parts).stream().allMatch(line::contains));
    }

    @Override
    public void close() {
        pekko.detachAppender(this);
        own.removeHandler(ownLines);
        stop();
    }
}
