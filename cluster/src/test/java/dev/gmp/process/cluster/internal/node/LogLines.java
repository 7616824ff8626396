package dev.gmp.process.cluster.internal.node;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.slf4j.LoggerFactory;

/** The lines that Pekko logs. */
final class LogLines extends AppenderBase<ILoggingEvent> implements AutoCloseable {

    private final Logger logger = (Logger) LoggerFactory.getLogger("org.apache.pekko");
    private final List<String> lines = new CopyOnWriteArrayList<>();

    LogLines() {
        start();
        logger.addAppender(this);
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
        logger.detachAppender(this);
        stop();
    }
}
