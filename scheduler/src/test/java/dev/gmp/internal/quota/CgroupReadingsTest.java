package dev.gmp.internal.quota;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gmp.config.cpu.DefaultProcs;
import dev.gmp.testkit.Latches;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;

class CgroupReadingsTest {

    /** Sysmon says it, and a holder of a lock of the log may wait for sysmon. */
    @Test
    void whatIsWrongWithAFileIsLoggedWithoutWaitingForTheLog() throws Exception {
        Logger logger = Logger.getLogger(DefaultProcs.class.getName());
        BlockingQueue<LogRecord> written = new LinkedBlockingQueue<>();
        CountDownLatch release = new CountDownLatch(1);
        Handler handler = new Handler() {
            @Override
            public void publish(LogRecord line) {
                Latches.await(release);
                written.add(line);
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        };
        logger.addHandler(handler);
        try {
            CgroupReadings.WARNINGS.accept("the text {0}");
            release.countDown();
            LogRecord line = written.poll(60, TimeUnit.SECONDS);
            assertThat(line).isNotNull();
            assertThat(line.getLevel()).isEqualTo(Level.WARNING);
            assertThat(line.getMessage()).isEqualTo("the text {0}");
        } finally {
            logger.removeHandler(handler);
        }
    }
}
