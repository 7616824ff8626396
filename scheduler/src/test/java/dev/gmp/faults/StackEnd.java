package dev.gmp.faults;

import dev.gmp.GmpScheduler;
import dev.gmp.testkit.Thrown;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;

/** The end of a stack, and calls from near it. */
final class StackEnd {

    private static final long SMALL_STACK = 400_000;

    /** Whose stack it is. */
    enum Owner {
        THREAD,
        DIRECT,
        VIRTUAL;

        /** Runs something on a fresh stack, and waits until it has returned. */
        void run(GmpScheduler scheduler, Callable<?> body) throws Exception {
            FutureTask<?> task = new FutureTask<>(body);
            switch (this) {
                case THREAD -> new Thread(null, task, "small-stack", SMALL_STACK).start();
                case DIRECT -> scheduler.direct().execute(task);
                case VIRTUAL -> scheduler.virtual().execute(task);
            }
            task.get(60, TimeUnit.SECONDS);
        }
    }

    private StackEnd() {}

    /**
     * Recurses until the stack is used up, and calls on the way back, with a little more stack each time.
     *
     * @param call may throw {@link StackOverflowError}, and nothing else
     * @param returns after so many calls that have returned it ends
     * @param stride one of so many levels calls; throwing takes its time where the stack is deep
     */
    static void callFromManyLevels(Callable<?> call, int returns, int stride) {
        new Climb(call, returns, stride).climb();
    }

    private static final class Climb {

        private final Callable<?> call;
        private final int stride;
        private int returns;
        private int random = (int) System.nanoTime();
        private int skip;

        Climb(Callable<?> call, int returns, int stride) {
            this.call = call;
            this.returns = returns;
            this.stride = stride;
        }

        @SuppressWarnings("InfiniteRecursion")
        void climb() {
            try {
                climb();
            } catch (StackOverflowError e) {
                // here it ends
            }
            if (returns > 0 && --skip < 0) {
                random = random * 1_103_515_245 + 12_345;
                skip = (random >>> 8) % (2 * stride - 1);
                tryCall();
            }
        }

        private void tryCall() {
            try {
                call.call();
                returns--;
            } catch (StackOverflowError e) {
                // the next level has more
            } catch (Exception e) {
                Thrown.raise(e);
            }
        }
    }
}
