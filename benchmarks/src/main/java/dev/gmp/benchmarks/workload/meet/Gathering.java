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

    /** Two goroutines, of which one tells the other and is answered. A round is a round trip. */
    static List<Step> thereAndBack(Channel there, Channel back) {
        return List.of(
                round -> {
                    there.send().run(round);
                    back.receive().run(round);
                },
                round -> {
                    there.receive().run(round);
                    back.send().run(round);
                });
    }

    /** The same through channels that serve once. */
    static List<Step> thereAndBackByNew(Supplier<Channel> fresh) {
        return new Relay(fresh).steps();
    }

    /** So many that send and as many that receive, all through one channel; none of them minds which round arrives. */
    static List<Step> crowd(int pairs, Step send, Step receive) {
        List<Step> steps = new ArrayList<>(Collections.nCopies(pairs, receive));
        steps.addAll(Collections.nCopies(pairs, send));
        return steps;
    }

    /** So many that do the same. */
    static List<Step> together(int goroutines, Step step) {
        return Collections.nCopies(goroutines, step);
    }

    /** So many that take one lock and yield while they hold it, so that the others come and wait. */
    static List<Step> contended(int goroutines, Lock lock, Channel.Waiting<Lock> locking) {
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

    private static Step writing(Lock lock, Channel.Waiting<Lock> locking, AtomicBoolean isWritten) {
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

    /** Each side makes the next channel on which it will wait before it tells the other one, which is what publishes it. */
    private static final class Relay {
        private final Supplier<Channel> fresh;
        private Channel there;
        private Channel back;

        Relay(Supplier<Channel> fresh) {
            this.fresh = fresh;
            this.there = fresh.get();
            this.back = fresh.get();
        }

        List<Step> steps() {
            return List.of(
                    round -> {
                        Channel answer = fresh.get();
                        back = answer;
                        there.send().run(round);
                        answer.receive().run(round);
                    },
                    round -> {
                        there.receive().run(round);
                        there = fresh.get();
                        back.send().run(round);
                    });
        }
    }
}
