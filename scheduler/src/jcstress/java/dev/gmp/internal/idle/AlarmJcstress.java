package dev.gmp.internal.idle;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE_INTERESTING;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * Sysmon announces that it will sleep and looks whether every processor is idle (r1: it is not); a machine takes a
 * processor and looks whether sysmon sleeps (r2: it does).
 */
public final class AlarmJcstress {

    /** The shipped announcement. */
    @JCStressTest
    @Outcome(
            id = {"0, 1", "1, 0", "1, 1"},
            expect = ACCEPTABLE,
            desc = "sysmon stays awake, or is woken")
    @Outcome(id = "0, 0", expect = FORBIDDEN, desc = "sysmon sleeps and is not woken")
    @State
    public static class Shipped {

        private final IdleProcessors idle = new IdleProcessors(1);
        private final Alarm alarm = new Alarm();

        public Shipped() {
            idle.put(0);
        }

        @Actor
        public void sysmon(II_Result result) {
            alarm.arm();
            result.r1 = idle.any() ? 0 : 1;
        }

        @Actor
        public void machine(II_Result result) {
            idle.take();
            result.r2 = alarm.isArmed() ? 1 : 0;
        }
    }

    /** The broken announcement: a release. */
    @JCStressTest
    @Outcome(
            id = {"0, 1", "1, 0", "1, 1"},
            expect = ACCEPTABLE,
            desc = "sysmon stays awake, or is woken")
    @Outcome(id = "0, 0", expect = ACCEPTABLE_INTERESTING, desc = "sysmon sleeps: why the announcement is a full fence")
    @State
    public static class Released {

        private static final VarHandle ARMED;

        static {
            try {
                ARMED = MethodHandles.lookup().findVarHandle(Released.class, "armed", int.class);
            } catch (ReflectiveOperationException e) {
                throw new ExceptionInInitializerError(e);
            }
        }

        private final IdleProcessors idle = new IdleProcessors(1);
        private volatile int armed;

        public Released() {
            idle.put(0);
        }

        @Actor
        public void sysmon(II_Result result) {
            ARMED.setRelease(this, 1);
            result.r1 = idle.any() ? 0 : 1;
        }

        @Actor
        public void machine(II_Result result) {
            idle.take();
            result.r2 = armed;
        }
    }

    private AlarmJcstress() {}
}
