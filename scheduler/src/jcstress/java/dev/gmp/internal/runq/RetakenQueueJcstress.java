package dev.gmp.internal.runq;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * RETAKE-1: a machine puts a goroutine into the ring that is being taken from it. The taker may miss it the first time
 * (r1), and finds it when it looks again (r2): never lost, never twice.
 */
@JCStressTest
@Outcome(id = "1, 0", expect = ACCEPTABLE, desc = "moved at once")
@Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "moved at the second look")
@Outcome(expect = FORBIDDEN, desc = "lost, or moved twice")
@State
public class RetakenQueueJcstress {

    private final LocalRunQueue<Item> queue = new RingRunQueue<>(4);

    @Actor
    public void machine() {
        queue.offer(new Item(1));
    }

    @Actor
    public void taker(II_Result moved) {
        moved.r1 = empty();
    }

    @Arbiter
    public void takerAgain(II_Result moved) {
        moved.r2 = empty();
    }

    private int empty() {
        int moved = 0;
        while (queue.pollAny() != null) {
            moved++;
        }
        return moved;
    }
}
