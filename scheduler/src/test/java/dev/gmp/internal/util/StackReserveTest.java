package dev.gmp.internal.util;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class StackReserveTest {

    private static final long STACK = 300_000;
    private static final int ROUNDS = 20;
    private static final int STRIDE = 8;

    private static final int CALLS_UNTIL_COMPILED = 30_000_000;

    /** More than any frame of {@link Room#descend} takes. */
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
        int fewest = onSmallStack(() -> {
            int least = Integer.MAX_VALUE;
            for (int round = 0; round < ROUNDS; round++) {
                Room room = new Room(reserve.ensure);
                new Ascent(room::measure, STRIDE).climb();
                least = Math.min(least, room.fits);
            }
            return least;
        });
        assertThat(fewest).isGreaterThan(reserve.bytes / FRAME);
    }

    /**
     * Else the stack would seem to be used up in the midst of what has asked, because of what is not even called. Where the JVM
     * compiles so, which it does not in the short tests.
     */
    @Test
    @Tag("long")
    void aCompiledMethodThatMayAskNeedsNoReserveUntilItDoes() throws Exception {
        // Three, so that they are compiled by themselves and not into their caller.
        Runnable[] calls = {StackReserveTest::askIfToldTo, Thread::interrupted, Thread::onSpinWait};
        for (int i = 0; i < CALLS_UNTIL_COMPILED; i++) {
            asks = i % 2 == 0;
            calls[i % calls.length].run();
        }
        asks = false;
        int most = onSmallStack(() -> {
            int greatest = 0;
            for (int round = 0; round < ROUNDS; round++) {
                for (Runnable call : calls) {
                    Ascent ascent = new Ascent(call, 1);
                    ascent.climb();
                    greatest = Math.max(greatest, ascent.level);
                }
            }
            return greatest;
        });
        assertThat(most).describedAs("levels").isLessThan(Reserve.CALLER.bytes / FRAME / 2);
    }

    private static void askIfToldTo() {
        if (asks) {
            StackReserve.ensureForCaller();
        }
    }

    private static int onSmallStack(Callable<Integer> body) throws Exception {
        FutureTask<Integer> task = new FutureTask<>(body);
        new Thread(null, task, "small-stack", STACK).start();
        return task.get(60, TimeUnit.SECONDS);
    }

    private static final class Ascent {

        private final Runnable call;
        private final int stride;
        private boolean returned;
        private int level;

        Ascent(Runnable call, int stride) {
            this.call = call;
            this.stride = stride;
        }

        /** Down to the end, and up again until the call returns from one of the levels looked at. */
        @SuppressWarnings("InfiniteRecursion")
        void climb() {
            try {
                climb();
            } catch (StackOverflowError e) {
                // here it ends
            }
            if (!returned && ++level % stride == 0) {
                call.run();
                returned = true;
            }
        }
    }

    private static final class Room {

        private final Runnable ensure;
        private int fits;

        Room(Runnable ensure) {
            this.ensure = ensure;
        }

        /** Where there is enough; throws where there is not. */
        void measure() {
            ensure.run();
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
