package dev.gmp.faults;

import dev.gmp.GmpScheduler;
import dev.gmp.Goroutines;
import dev.gmp.internal.gmp.Probe;
import java.lang.reflect.Proxy;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;

/** What a probe hears of, by the names of its methods, and how to bring it about on two processors. */
enum Hook {
    READIES("readies", Hook::submit),
    BEGINS("begins", Hook::submit),
    STOPS("stops", Hook::submit),
    STEALS("steals", Hook::fanOut),
    PARKS("parks", Hook::submit),
    UNPARKS("unparks", Hook::submit),
    ACQUIRES("acquires", Hook::submit),
    RELEASES("releases", Hook::submit),
    LOSES("loses", scheduler -> submit(scheduler, () -> compute(() -> {}))),
    GIVES_WAY("givesWay", scheduler -> submit(scheduler, () -> compute(Goroutines::checkpoint))),
    HANDS_OFF(
            "handsOff",
            scheduler -> submit(scheduler, () -> {
                scheduler.execute(() -> {}); // waits for the processor
                return Goroutines.blocking(() -> null);
            })),
    RESIZED("resized", scheduler -> {
        scheduler.setMaxProcs(3);
        scheduler.setMaxProcs(2);
    }),
    STALLED("stalled", scheduler -> {}); // takes seconds; brought about by its own test

    private static final long LONGER_THAN_A_SLICE = TimeUnit.MILLISECONDS.toNanos(3);

    private final String method;
    private final Cause cause;

    Hook(String method, Cause cause) {
        this.method = method;
        this.cause = cause;
    }

    private interface Cause {
        void bringAbout(GmpScheduler scheduler) throws Exception;
    }

    /** Something that makes it happen, maybe not the first time. */
    void bringAbout(GmpScheduler scheduler) throws Exception {
        cause.bringAbout(scheduler);
    }

    /** A probe that fails through this hook, and hears of nothing else. */
    Probe probe(Culprit culprit) {
        return (Probe) Proxy.newProxyInstance(
                Probe.class.getClassLoader(), new Class<?>[] {Probe.class}, (proxy, called, arguments) -> {
                    if (called.getName().equals(method)) {
                        culprit.fail();
                    }
                    return null;
                });
    }

    private static void submit(GmpScheduler scheduler) throws Exception {
        submit(scheduler, () -> null);
    }

    private static void submit(GmpScheduler scheduler, Callable<?> task) throws Exception {
        scheduler.submit(task).get(30, TimeUnit.SECONDS);
    }

    private static void fanOut(GmpScheduler scheduler) throws Exception {
        submit(scheduler, () -> {
            for (int i = 0; i < 100; i++) {
                scheduler.execute(Thread::onSpinWait);
            }
            return compute(() -> {});
        });
    }

    private static Object compute(Runnable meanwhile) {
        long until = System.nanoTime() + LONGER_THAN_A_SLICE;
        while (System.nanoTime() - until < 0) {
            meanwhile.run();
        }
        return null;
    }
}
