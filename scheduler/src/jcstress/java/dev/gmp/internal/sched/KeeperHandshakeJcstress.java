package dev.gmp.internal.sched;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.gmp.internal.netpoll.Netpoll;
import dev.gmp.internal.timed.TimerSetting;
import dev.gmp.internal.timer.TimerHeap;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * TIME-1 by the shipped methods: a thread sets a timer and wakes the keeper of the time, or another machine, if it must (r1);
 * the last spinning machine gives up, becomes the keeper, says when it wakes, and looks at the earliest timer once more (r2).
 */
@JCStressTest
@Outcome(
        id = {"0, 1", "1, 0", "1, 1"},
        expect = ACCEPTABLE,
        desc = "the keeper wakes in time")
@Outcome(id = "0, 0", expect = FORBIDDEN, desc = "the keeper oversleeps")
@State
public class KeeperHandshakeJcstress extends Protocols {

    /** What a wake-up leaves in the netpoller, where the keeper blocks. */
    private static final VarHandle BREAK_WANTED;

    static {
        try {
            BREAK_WANTED = MethodHandles.privateLookupIn(Netpoll.class, MethodHandles.lookup())
                    .findVarHandle(Netpoll.class, "breakWanted", boolean.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final TimerSetting timerSetting = new TimerSetting(state, timerWaker);

    public KeeperHandshakeJcstress() {
        spinner.setPolled(state.netpoll());
    }

    @Actor
    public void setter() {
        timerSetting.set(state.processors().get(0).timers(), new ActionTimer(() -> {}), 10);
    }

    @Actor
    public void machine(II_Result result) {
        giveUp();
        timerWaker.keeps(spinner);
        result.r2 = timerWaker.nanosToSleep() == TimerHeap.NEVER ? 0 : 1;
    }

    @Arbiter
    public void afterwards(II_Result result) {
        boolean keeperWoken = (boolean) BREAK_WANTED.getVolatile(state.netpoll());
        result.r1 = keeperWoken || hasWoken() == 1 ? 1 : 0;
    }
}
