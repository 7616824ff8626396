package dev.gmp.internal.util;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Timeout(60)
class StackReserveTest {

    private static final long STACK = 300_000;
    private static final int ROUNDS = 20;
    private static final int STRIDE = 8;

    private static final int CALLS_UNTIL_COMPILED = 30_000_000;

    /** More than any frame of {@link Recursion#fits} takes. */
    private static final int FRAME = 160;

    private static volatile boolean asks;

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

    /** Else the stack would seem to be used up in the midst of what has asked, because of what is not even called. */
    @Test
    void aCompiledMethodThatMayAskNeedsNoReserveUntilItDoes() throws Exception {
        // Three, so that they are compiled by themselves and not into their caller.
        Runnable[] calls = {StackReserveTest::askIfToldTo, Thread::interrupted, Thread::onSpinWait};
        for (int i = 0; i < CALLS_UNTIL_COMPILED; i++) {
            asks = i % 2 == 0;
            calls[i % calls.length].run();
        }
        asks = false;
        FutureTask<Integer> most = new FutureTask<>(() -> {
            int greatest = 0;
            for (int round = 0; round < ROUNDS; round++) {
                for (Runnable call : calls) {
                    Ascent ascent = new Ascent(call);
                    ascent.climb();
                    greatest = Math.max(greatest, ascent.levelsWithout);
                }
            }
            return greatest;
        });
        new Thread(null, most, "small-stack", STACK).start();
        assertThat(most.get(50, TimeUnit.SECONDS)).describedAs("levels").isLessThan(Reserve.CALLER.bytes / FRAME / 2);
    }

    private static void askIfToldTo() {
        if (asks) {
            StackReserve.ensureForCaller();
        }
    }

    private static final class Ascent {

        private final Runnable call;
        private boolean returned;
        private int levelsWithout;

        Ascent(Runnable call) {
            this.call = call;
        }

        /** Down to the end, and up again until the call returns. */
        @SuppressWarnings("InfiniteRecursion")
        void climb() {
            try {
                climb();
            } catch (StackOverflowError e) {
                // here it ends
            }
            if (!returned) {
                levelsWithout++;
                call.run();
                returned = true;
            }
        }
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
