package dev.gmp.internal.gmp;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * GOROUTINE-1: a goroutine is readied (r1: which of them must queue it then) while its machine takes it off (r2: whether the
 * machine must queue it). Exactly one of them queues it.
 */
@JCStressTest
@Outcome(
        id = {"0, 1", "1, 0"},
        expect = ACCEPTABLE,
        desc = "queued once")
@Outcome(id = "0, 0", expect = FORBIDDEN, desc = "lost")
@Outcome(id = "1, 1", expect = FORBIDDEN, desc = "queued twice")
@State
public class GoroutineStatusJcstress {

    private final VirtualGoroutine goroutine = new VirtualGoroutine(new NoScheduler(), null);

    public GoroutineStatusJcstress() {
        goroutine.setRunnable();
        goroutine.setRunning();
    }

    @Actor
    public void readier(II_Result queues) {
        queues.r1 = goroutine.tryReady() ? 1 : 0;
    }

    @Actor
    public void machine(II_Result queues) {
        queues.r2 = goroutine.tryWait() ? 0 : 1;
    }
}
