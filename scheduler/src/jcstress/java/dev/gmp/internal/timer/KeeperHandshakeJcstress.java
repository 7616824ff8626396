package dev.gmp.internal.timer;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicReference;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * TIME-1 on the real heap: somebody sets a timer and looks whether the keeper of the time must be woken (r1); a machine
 * becomes the keeper, says when it wakes, and looks at the earliest timer once more (r2). The broken variant is that of any
 * such handshake, {@code StoreThenLoadJcstress.ReleaseAcquire}: the heap's own writes are stronger than it promises.
 */
@JCStressTest
@Outcome(
        id = {"0, 1", "1, 0", "1, 1"},
        expect = ACCEPTABLE,
        desc = "the keeper wakes in time")
@Outcome(id = "0, 0", expect = FORBIDDEN, desc = "the keeper oversleeps")
@State
public class KeeperHandshakeJcstress {

    private final TimerHeap heap = new TimerHeap();
    private final AtomicReference<Object> keeper = new AtomicReference<>();
    private volatile long wakesAt;

    @Actor
    public void setter(II_Result result) {
        heap.add(new NoTimer(), 10);
        VarHandle.fullFence();
        result.r1 = keeper.get() != null && wakesAt > 10 ? 1 : 0;
    }

    @Actor
    public void machine(II_Result result) {
        keeper.compareAndSet(null, this);
        wakesAt = TimerHeap.NEVER;
        result.r2 = heap.earliest() == TimerHeap.NEVER ? 0 : 1;
    }

    private static final class NoTimer implements Timer {

        @Override
        public boolean tryTake() {
            return true;
        }

        @Override
        public boolean isPending() {
            return true;
        }

        @Override
        public boolean startsGoroutine() {
            return false;
        }

        @Override
        public void fire() {}
    }
}
