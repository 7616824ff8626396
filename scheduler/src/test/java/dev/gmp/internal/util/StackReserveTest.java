package dev.gmp.internal.util;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Timeout(60)
class StackReserveTest {

    private static final long STACK = 300_000;
    private static final int ROUNDS = 20;
    private static final int STRIDE = 8;

    /** More than any frame of {@link Recursion#fits} takes. */
    private static final int FRAME = 160;

    private enum Reserve {
        CALL(StackReserve::ensure, 16_384),
        CALLER(StackReserve::ensureForCaller, 20_480),
        READYING(StackReserve::ensureForReadying, 8_192);

        private final Runnable ensure;
        private final int bytes;

        Reserve(Runnable ensure, int bytes) {
            this.ensure = ensure;
            this.bytes = bytes;
        }
    }

    @ParameterizedTest
    @EnumSource
    void whereItReturnsThereIsSoMuchStack(Reserve reserve) throws Exception {
        reserve.ensure.run(); // initialised by a scheduler else
        FutureTask<Integer> fewest = new FutureTask<>(() -> {
            int least = Integer.MAX_VALUE;
            for (int round = 0; round < ROUNDS; round++) {
                Recursion recursion = new Recursion(reserve.ensure);
                recursion.climb();
                least = Math.min(least, recursion.fits);
            }
            return least;
        });
        new Thread(null, fewest, "small-stack", STACK).start();
        assertThat(fewest.get(50, TimeUnit.SECONDS)).isGreaterThan(reserve.bytes / FRAME);
    }

    private static final class Recursion {

        private final Runnable ensure;
        private boolean done;
        private int level;
        private int fits;

        Recursion(Runnable ensure) {
            this.ensure = ensure;
        }

        /** Down to the end, and up again to the first of the levels looked at where there is enough. */
        @SuppressWarnings("InfiniteRecursion")
        void climb() {
            try {
                climb();
            } catch (StackOverflowError e) {
                // here it ends
            }
            if (!done && ++level % STRIDE == 0) {
                ensure.run();
                done = true;
                countWhatFits();
            }
        }

        private void countWhatFits() {
            try {
                descend();
            } catch (StackOverflowError e) {
                // here it ends
            }
        }

        @SuppressWarnings("InfiniteRecursion")
        private void descend() {
            fits++;
            descend();
        }
    }
}
