package dev.gmp.internal.gmp;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE_INTERESTING;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * GOROUTINE-1, a second readying of a goroutine that a machine is taking up. The JDK first makes the thread runnable and
 * then readies it; the machine marks it as running, with a full fence, and then looks whether the thread is runnable (r1).
 * Either it is, or the readying has met the mark (r2); otherwise the thread is lost.
 */
public final class RunningStatusJcstress {

    /** The shipped mark. */
    @JCStressTest
    @Outcome(
            id = {"0, 1", "1, 0", "1, 1"},
            expect = ACCEPTABLE,
            desc = "it runs, or will again")
    @Outcome(id = "0, 0", expect = FORBIDDEN, desc = "it has not run, and is not queued")
    @State
    public static class Shipped {

        private final VirtualGoroutine goroutine = new VirtualGoroutine(new NoScheduler(), null);
        private volatile int runnable;

        public Shipped() {
            goroutine.setRunnable();
        }

        @Actor
        public void machine(II_Result result) {
            goroutine.setRunning();
            result.r1 = runnable;
        }

        @Actor
        public void jdk() {
            runnable = 1;
            goroutine.tryReady();
        }

        @Arbiter
        public void afterwards(II_Result result) {
            result.r2 = goroutine.tryWait() ? 0 : 1;
        }
    }

    /** The broken mark: a release lets the look overtake it. */
    @JCStressTest
    @Outcome(
            id = {"0, 1", "1, 0", "1, 1"},
            expect = ACCEPTABLE,
            desc = "it runs, or will again")
    @Outcome(id = "0, 0", expect = ACCEPTABLE_INTERESTING, desc = "lost: why the mark is a full fence")
    @State
    public static class Released {

        private static final int RUNNABLE = 0;
        private static final int RUNNING = 1;
        private static final int READIED = 2;
        private static final VarHandle STATUS;

        static {
            try {
                STATUS = MethodHandles.lookup().findVarHandle(Released.class, "status", int.class);
            } catch (ReflectiveOperationException e) {
                throw new ExceptionInInitializerError(e);
            }
        }

        private volatile int status = RUNNABLE;
        private volatile int runnable;

        @Actor
        public void machine(II_Result result) {
            STATUS.setRelease(this, RUNNING);
            result.r1 = runnable;
        }

        @Actor
        public void jdk() {
            runnable = 1;
            if (status == RUNNING) {
                STATUS.compareAndSet(this, RUNNING, READIED);
            }
        }

        @Arbiter
        public void afterwards(II_Result result) {
            result.r2 = status == READIED ? 1 : 0;
        }
    }

    private RunningStatusJcstress() {}
}
