package dev.gmp.internal.util;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.gmp.testkit.Latches;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class DetachedLogTest {

    private final Logger logger = Logger.getLogger(DetachedLogTest.class.getName());
    private final DetachedLog log = new DetachedLog(DetachedLogTest.class, Level.WARNING);
    private final List<LogRecord> written = new CopyOnWriteArrayList<>();
    private final CountDownLatch release = new CountDownLatch(1);

    @AfterEach
    void leave() {
        release.countDown();
        for (Handler each : logger.getHandlers()) {
            logger.removeHandler(each);
        }
    }

    @Test
    void whatIsLoggedWhileTheWriterWaitsIsWrittenInOrder() {
        logger.addHandler(new Writing(() -> Latches.await(release)));
        Throwable failure = new IllegalStateException("planned");
        List<String> all = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            log.log("line " + i, failure);
            all.add("line " + i);
        }
        log.log("one too many");
        release.countDown();
        await().until(() -> written.size() == 100);
        assertThat(written).extracting(LogRecord::getMessage).isEqualTo(all);
        assertThat(written).extracting(LogRecord::getThrown).containsOnly(failure);
    }

    @Test
    void aHandlerThatFailsKeepsNoLaterLineFromTheLog() {
        logger.addHandler(new Writing(() -> {
            throw new IllegalStateException("planned");
        }));
        IntStream.range(0, 300).forEach(i -> {
            log.log("line " + i);
            await().until(() -> written.size() == i + 1);
        });
        assertThat(written.get(299).getMessage()).isEqualTo("line 299");
    }

    private final class Writing extends Handler {

        private final Runnable afterwards;

        private Writing(Runnable afterwards) {
            this.afterwards = afterwards;
        }

        @Override
        public void publish(LogRecord line) {
            written.add(line);
            afterwards.run();
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    }
}
