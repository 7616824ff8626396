package dev.gmp.internal.util;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.gmp.testkit.Latches;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class DetachedLogTest {

    /** Another one for each test: the writer of an earlier one may still be at it. */
    private Logger logger;

    private final List<LogRecord> written = new CopyOnWriteArrayList<>();
    private final CountDownLatch release = new CountDownLatch(1);

    @AfterEach
    void leave() {
        release.countDown();
        for (Handler each : logger.getHandlers()) {
            logger.removeHandler(each);
        }
    }

    private void addHandler(Class<?> owner, Runnable afterwards) {
        logger = Logger.getLogger(owner.getName());
        logger.setUseParentHandlers(false);
        logger.addHandler(new Writing(afterwards));
    }

    @Test
    void whatIsLoggedWhileTheWriterWaitsIsWrittenInOrder() {
        class Ordered {}
        addHandler(Ordered.class, () -> Latches.await(release));
        DetachedLog log = new DetachedLog(Ordered.class, Level.WARNING);
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

    /** Each line is logged while the one before it is written: the writer never ends in between. */
    @Test
    void aHandlerThatFailsAndLinesThatAreWrittenKeepNoLaterLineFromTheLog() {
        class Failing {}
        DetachedLog log = new DetachedLog(Failing.class, Level.WARNING);
        addHandler(Failing.class, () -> {
            if (written.size() < 300) { // more than may wait
                log.log("line " + written.size());
            }
            throw new IllegalStateException("planned");
        });
        log.log("line 0");
        await().until(() -> written.size() == 300);
        assertThat(written.get(299).getMessage()).isEqualTo("line 299");
    }

    /** As where the system gives no more threads: the log must say so. */
    @Test
    void whereNoThreadCanBeHadTheLoggingThreadWrites() {
        class Alone {}
        AtomicInteger asked = new AtomicInteger();
        DetachedLog alone = new DetachedLog(Alone.class, Level.WARNING, writer -> {
            asked.incrementAndGet();
            throw new OutOfMemoryError("unable to create native thread");
        });
        addHandler(Alone.class, () -> {});
        alone.log("first");
        alone.log("second");
        assertThat(written).extracting(LogRecord::getMessage).containsExactly("first", "second");
        assertThat(asked).hasValue(2);
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
