package dev.gmp.timer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gmp.GmpScheduler;
import dev.gmp.testkit.Latches;
import dev.gmp.testkit.Schedulers;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** A timer that is due after all time. It hangs if the monitor sleeps until then. */
class EndOfTimeTest {

    @Test
    void theMonitorTicksOnBesideATimerThatIsNeverDue() throws Exception {
        CountDownLatch released = new CountDownLatch(1);
        try (GmpScheduler scheduler = Schedulers.direct(1).build()) {
            var never = scheduler.schedule(() -> {}, Long.MAX_VALUE, TimeUnit.NANOSECONDS);
            try {
                for (int i = 0; i < 20; i++) {
                    scheduler.execute(() -> Latches.await(released));
                    assertThat(scheduler.submit(() -> "passed").get()).isEqualTo("passed");
                }
            } finally {
                released.countDown();
                never.cancel(false);
            }
        }
    }
}
