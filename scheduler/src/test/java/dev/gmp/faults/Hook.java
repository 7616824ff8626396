package dev.gmp.faults;

import dev.gmp.GmpScheduler;
import dev.gmp.Goroutines;
import dev.gmp.internal.gmp.Probe;
import dev.gmp.internal.gmp.Probe.Event;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;

/** What a probe hears of, and how to bring it about on two processors. */
enum Hook {
    READIES(Event.READIES, Hook::submit),
    BEGINS(Event.BEGINS, Hook::submit),
    STOPS(Event.STOPS, Hook::submit),
    STEALS(Event.STEALS, Hook::fanOut),
    PARKS(Event.PARKS, Hook::submit),
    UNPARKS(Event.UNPARKS, Hook::submit),
    ACQUIRES(Event.ACQUIRES, Hook::submit),
    RELEASES(Event.RELEASES, Hook::submit),
    PREEMPTED(Event.PREEMPTED, scheduler -> submit(scheduler, () -> compute(() -> {}))),
    GIVES_WAY(Event.GIVES_WAY, scheduler -> submit(scheduler, () -> compute(Goroutines::checkpoint))),
    HANDS_OFF(
            Event.HANDS_OFF,
            scheduler -> submit(scheduler, () -> {
                scheduler.execute(() -> {}); // waits for the processor
                return Goroutines.blocking(() -> null);
            })),
    RESIZED(Event.RESIZED, scheduler -> {
        scheduler.setMaxProcs(3);
        scheduler.setMaxProcs(2);
    }),
    STALLED(Event.STALLED, scheduler -> {}); // takes seconds; brought about by its own test

    private static final long LONGER_THAN_A_SLICE = TimeUnit.MILLISECONDS.toNanos(3);

    private final Event event;
    private final Cause cause;

    Hook(Event event, Cause cause) {
        this.event = event;
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
        return (heard, machine, a, b, goroutine, detail) -> {
            if (heard == event) {
                culprit.fail();
            }
        };
    }

    private static void submit(GmpScheduler scheduler) throws Exception {
        submit(scheduler, () -> null);
    }

    private static void submit(GmpScheduler scheduler, Callable<?> task) throws Exception {
        scheduler.submit(task).get(60, TimeUnit.SECONDS);
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
