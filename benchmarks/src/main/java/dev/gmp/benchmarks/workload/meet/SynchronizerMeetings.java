package dev.gmp.benchmarks.workload.meet;

import static dev.gmp.benchmarks.workload.meet.Gathering.thereAndBackByNew;
import static dev.gmp.benchmarks.workload.meet.Gathering.together;
import static dev.gmp.benchmarks.workload.meet.Meetings.pairs;
import static dev.gmp.benchmarks.workload.meet.Meetings.two;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Exchanger;
import java.util.concurrent.FutureTask;
import java.util.concurrent.Phaser;
import java.util.concurrent.Semaphore;
import java.util.function.Function;
import java.util.function.Supplier;

/** By barriers, latches, semaphores and futures. */
final class SynchronizerMeetings {
    private static final int EIGHT = 8;
    private static final String A_MEETING = "a meeting";

    static final List<Meeting> ALL = List.of(
            exchanging("exchanger", "2 at an Exchanger", exchanger -> round -> exchanger.exchange(round)),
            exchanging(
                    "exchangerTimed",
                    "2 at an Exchanger with a time",
                    exchanger -> round -> exchanger.exchange(round, Channel.TIME, Channel.UNIT)),
            exchanging("exchanger64", "64 pairs, each at its own Exchanger", exchanger -> exchanger::exchange)
                    .many(),
            all("phaser", "2 at a Phaser", 2, () -> advance(new Phaser(2))),
            all("phaserTimed", "2 at a Phaser with a time", 2, () -> {
                Phaser phaser = new Phaser(2);
                return round -> phaser.awaitAdvanceInterruptibly(phaser.arrive(), Channel.TIME, Channel.UNIT);
            }),
            all("phaser64", "64 pairs, each at its own Phaser", 2, () -> advance(new Phaser(2)))
                    .many(),
            all("phaserShared", "64 at one Phaser", Meetings.MANY, () -> advance(new Phaser(Meetings.MANY))),
            all("barrier2", "2 at a CyclicBarrier", 2, () -> await(new CyclicBarrier(2))),
            all("barrier2Timed", "2 at a CyclicBarrier with a time", 2, () -> {
                CyclicBarrier barrier = new CyclicBarrier(2);
                return round -> barrier.await(Channel.TIME, Channel.UNIT);
            }),
            all("barrier8", "8 at a CyclicBarrier", EIGHT, () -> await(new CyclicBarrier(EIGHT))),
            byNew("latch", "CountDownLatches", () -> {
                        CountDownLatch latch = new CountDownLatch(1);
                        return new Channel(round -> latch.countDown(), round -> latch.await());
                    })
                    .inGo(),
            byNew("latchTimed", "CountDownLatches with a time", () -> {
                CountDownLatch latch = new CountDownLatch(1);
                return new Channel(
                        round -> latch.countDown(), round -> Channel.inTime(latch.await(Channel.TIME, Channel.UNIT)));
            }),
            two("semaphore", "Semaphore", SynchronizerMeetings::semaphore),
            two("semaphoreTimed", "Semaphore with a time", () -> {
                Semaphore semaphore = new Semaphore(0);
                return new Channel(
                        round -> semaphore.release(),
                        round -> Channel.inTime(semaphore.tryAcquire(Channel.TIME, Channel.UNIT)));
            }),
            pairs("semaphore64", "Semaphore", SynchronizerMeetings::semaphore),
            byNew("completableFuture", "CompletableFutures", SynchronizerMeetings::completableFuture),
            byNew("completableFutureTimed", "CompletableFutures by get with a time", () -> {
                CompletableFuture<Integer> future = new CompletableFuture<>();
                return new Channel(
                        future::complete, round -> Channel.same(round, future.get(Channel.TIME, Channel.UNIT)));
            }),
            byNew("completableFuture64", "CompletableFutures, 64 pairs", SynchronizerMeetings::completableFuture)
                    .many(),
            byNew("futureTask", "FutureTasks", () -> {
                FutureTask<Boolean> task = new FutureTask<>(() -> true);
                return new Channel(round -> task.run(), round -> Channel.inTime(task.get()));
            }),
            byNew("futureTaskTimed", "FutureTasks by get with a time", () -> {
                FutureTask<Boolean> task = new FutureTask<>(() -> true);
                return new Channel(round -> task.run(), round -> Channel.inTime(task.get(Channel.TIME, Channel.UNIT)));
            }));

    private SynchronizerMeetings() {}

    @FunctionalInterface
    private interface Exchange {
        Integer with(Integer mine) throws Exception;
    }

    private static Meeting exchanging(String id, String description, Function<Exchanger<Integer>, Exchange> by) {
        return all(id, description, 2, () -> {
            Exchange exchange = by.apply(new Exchanger<>());
            return round -> Channel.same(round, exchange.with(round));
        });
    }

    /** So many in a group, which all do the same at the same synchronizer; the last to come lets them all go on. */
    private static Meeting all(String id, String description, int goroutines, Supplier<Step> meeting) {
        return Meeting.of(id, description, A_MEETING, 1, threads -> together(goroutines, meeting.get()));
    }

    /** There and back by a new synchronizer each time. */
    private static Meeting byNew(String id, String what, Supplier<Channel> fresh) {
        return Meeting.of(
                id, what + ", there and back, new ones each time", "a round trip", 1, t -> thereAndBackByNew(fresh));
    }

    private static Step advance(Phaser phaser) {
        return round -> phaser.arriveAndAwaitAdvance();
    }

    private static Step await(CyclicBarrier barrier) {
        return round -> barrier.await();
    }

    private static Channel semaphore() {
        Semaphore semaphore = new Semaphore(0);
        return new Channel(round -> semaphore.release(), round -> semaphore.acquire());
    }

    private static Channel completableFuture() {
        CompletableFuture<Integer> future = new CompletableFuture<>();
        return new Channel(future::complete, round -> Channel.same(round, future.get()));
    }
}
