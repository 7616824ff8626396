package dev.gmp.faults;

import dev.gmp.observe.DescribedTask;
import dev.gmp.observe.SchedulerListener;
import dev.gmp.testkit.Thrown;
import java.time.Duration;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicInteger;

/** Code that fails whenever it is called, in each part that a scheduler may call. Thread-safe. */
final class Culprit {

    private final Thrown thrown;
    private final AtomicInteger calls = new AtomicInteger();

    Culprit(Thrown thrown) {
        this.thrown = thrown;
    }

    /** How often it has failed. */
    int calls() {
        return calls.get();
    }

    void fail() {
        calls.incrementAndGet();
        thrown.raise();
    }

    /** A task that throws what is expected, and has nothing to do with the culprit. */
    static Runnable innocentTask() {
        return Culprit::throwAsPlanned;
    }

    SchedulerListener latencyListener() {
        return new SchedulerListener() {
            @Override
            public void schedulingLatency(Duration latency) {
                fail();
            }
        };
    }

    SchedulerListener sliceListener() {
        return new SchedulerListener() {
            @Override
            public void sliceLength(Duration length) {
                fail();
            }
        };
    }

    SchedulerListener admissionListener() {
        return new SchedulerListener() {
            @Override
            public void admitted(Duration waited) {
                fail();
            }
        };
    }

    Runnable taskWithAHandler() {
        return () -> {
            Thread.currentThread().setUncaughtExceptionHandler((thread, uncaught) -> fail());
            throw new Planned();
        };
    }

    /** It does not tell what it runs, nor its name. */
    Runnable taskWithoutAnswers() {
        return new SilentTask(this);
    }

    Runnable futureThatFailsWhenItIsCancelled() {
        return new FutureTask<Void>(innocentTask(), null) {
            @Override
            protected void done() {
                if (isCancelled()) {
                    fail();
                }
            }
        };
    }

    private static void throwAsPlanned() {
        Thread.currentThread().setUncaughtExceptionHandler((thread, uncaught) -> {});
        throw new Planned();
    }

    /** What tasks throw. */
    static final class Planned extends RuntimeException {

        private static final long serialVersionUID = 1L;

        Planned() {
            super("planned, of a task", null, false, false);
        }
    }

    private record SilentTask(Culprit culprit) implements Runnable, DescribedTask {

        @Override
        public void run() {
            throwAsPlanned();
        }

        @Override
        public Class<?> taskClass() {
            culprit.fail();
            return Object.class;
        }

        @Override
        public String toString() {
            culprit.fail();
            return "";
        }
    }
}
