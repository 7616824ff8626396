package dev.gmp.internal.runq;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;

/**
 * STEAL-1 under the real memory model: an owner that puts a third element and takes two (their sum in r1), a thief that
 * takes half (r2), and what is left (r3). The elements are 1, 10 and 100: each must be in one sum, whole, for a thief
 * that reads a slot before the owner's write would fail on null.
 */
@JCStressTest
@Outcome(id = "110, 1, 0", expect = ACCEPTABLE, desc = "the thief takes one: the oldest")
@Outcome(id = "100, 11, 0", expect = ACCEPTABLE, desc = "the thief comes between: it takes the two oldest")
@Outcome(expect = FORBIDDEN, desc = "lost, doubled, or out of order")
@State
public class LifoStealJcstress {

    private final LifoRunQueue<Item> deque = new LifoRunQueue<>(4);
    private final LifoRunQueue<Item> thief = new LifoRunQueue<>(4);

    public LifoStealJcstress() {
        deque.offer(new Item(1));
        deque.offer(new Item(10));
    }

    @Actor
    public void owner(III_Result sums) {
        deque.offer(new Item(100));
        sums.r1 = take(deque) + take(deque);
    }

    @Actor
    public void thief(III_Result sums) {
        Item newest = deque.stealHalf(thief);
        sums.r2 = newest == null ? 0 : newest.value + take(thief);
    }

    @Arbiter
    public void left(III_Result sums) {
        sums.r3 = take(deque);
    }

    private static int take(LifoRunQueue<Item> queue) {
        Item item = queue.poll();
        return item == null ? 0 : item.value;
    }

    static final class Item extends QueueLink<Item> {

        final int value;

        Item(int value) {
            this.value = value;
        }
    }
}
