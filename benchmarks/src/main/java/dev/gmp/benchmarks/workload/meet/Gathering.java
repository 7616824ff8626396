package dev.gmp.benchmarks.workload.meet;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.Lock;
import java.util.function.Supplier;

/** Groups of goroutines: what each of them does. */
final class Gathering {
    private Gathering() {}

    /** Two, of which one tells the other and is answered. A round is a round trip. */
    static List<Step> thereAndBack(Way there, Way back) {
        return List.of(
                round -> {
                    there.give().run(round);
                    back.take().run(round);
                },
                round -> {
                    there.take().run(round);
                    back.give().run(round);
                });
    }

    /** The same through ways that serve once. */
    static List<Step> thereAndBackByNew(Supplier<Way> fresh) {
        return new Relay(fresh).steps();
    }

    /** So many that give and as many that take, all through one way, which passes nothing but its number on. */
    static List<Step> crowd(int pairs, Step give, Step take) {
        List<Step> steps = new ArrayList<>(Collections.nCopies(pairs, take));
        steps.addAll(Collections.nCopies(pairs, give));
        return steps;
    }

    /** So many that do the same. */
    static List<Step> together(int goroutines, Step step) {
        return Collections.nCopies(goroutines, step);
    }

    /** So many that take one lock and yield while they hold it, so that the others come and wait. */
    static List<Step> contended(int goroutines, Lock lock, Way.Waiting<Lock> locking) {
        return together(goroutines, writing(lock, locking, new AtomicBoolean()));
    }

    /** So many pairs of one that writes and one that reads, each of which yields while it holds the lock. */
    static List<Step> contended(int pairs, Lock forWriting, Lock forReading) {
        AtomicBoolean isWritten = new AtomicBoolean();
        Step read = round -> {
            forReading.lock();
            try {
                check(!isWritten.getPlain());
                Thread.yield();
                check(!isWritten.getPlain());
            } finally {
                forReading.unlock();
            }
        };
        return crowd(pairs, writing(forWriting, Lock::lock, isWritten), read);
    }

    private static Step writing(Lock lock, Way.Waiting<Lock> locking, AtomicBoolean isWritten) {
        return round -> {
            locking.on(lock);
            try {
                check(!isWritten.getPlain());
                isWritten.setPlain(true);
                Thread.yield();
                isWritten.setPlain(false);
            } finally {
                lock.unlock();
            }
        };
    }

    private static void check(boolean isAlone) {
        if (!isAlone) {
            throw new IllegalStateException("Another goroutine holds the lock too");
        }
    }

    /** Each side makes the next way on which it will wait before it tells the other one, which is what publishes it. */
    private static final class Relay {
        private final Supplier<Way> fresh;
        private Way there;
        private Way back;

        Relay(Supplier<Way> fresh) {
            this.fresh = fresh;
            this.there = fresh.get();
            this.back = fresh.get();
        }

        List<Step> steps() {
            return List.of(
                    round -> {
                        Way answer = fresh.get();
                        back = answer;
                        there.give().run(round);
                        answer.take().run(round);
                    },
                    round -> {
                        there.take().run(round);
                        there = fresh.get();
                        back.give().run(round);
                    });
        }
    }
}
