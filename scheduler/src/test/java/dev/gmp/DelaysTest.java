package dev.gmp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gmp.testkit.Schedulers;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** Delays are not there yet, and say so instead of running at once or never. */
class DelaysTest {

    @Test
    void delaysAreUnsupported() {
        try (GmpScheduler scheduler = Schedulers.direct(1).build()) {
            refuses(() -> scheduler.schedule(() -> {}, 1, TimeUnit.SECONDS));
            refuses(() -> scheduler.schedule(() -> 1, 1, TimeUnit.SECONDS));
            refuses(() -> scheduler.scheduleAtFixedRate(() -> {}, 1, 1, TimeUnit.SECONDS));
            refuses(() -> scheduler.scheduleWithFixedDelay(() -> {}, 1, 1, TimeUnit.SECONDS));

            assertThat(scheduler.snapshot().counters().created()).isZero();
        }
    }

    private static void refuses(ThrowingCallable call) {
        assertThatThrownBy(call)
                .isInstanceOf(UnsupportedOperationException.class)
                .hasMessageContaining("delayed");
    }
}
