package dev.gmp.soak;

import dev.gmp.GmpScheduler;
import dev.gmp.SchedulerBuilder;
import dev.gmp.config.Discipline;
import dev.gmp.config.GoroutineMode;
import dev.gmp.config.RejectionPolicy;
import dev.gmp.internal.jdk.VirtualThreads;
import dev.gmp.testkit.Schedulers;
import dev.gmp.testkit.Together;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.Executor;
import java.util.concurrent.FutureTask;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.UnaryOperator;

/**
 * One scheduler under everything at once, from its start to its end. What is drawn comes from the seed, also the settings.
 * Every second a snapshot is looked at; every few seconds the load pauses, and then the books must be even.
 */
final class SoakLife {

    private static final int DRIVERS = 2;
    private static final int STANDING = 100;
    private static final long MOST_OUTSTANDING = 600;
    private static final int SECONDS_BETWEEN_RESTS = 5;

    private final long seed;
    private final long patienceSeconds;
    private final GmpScheduler scheduler;
    private final Ledger ledger = new Ledger();
    private final Connections connections;
    private final Mix mix;
    private final Invariants invariants;
    private final Parked standing = new Parked();

    /** Each driver holds one while it submits. */
    private final Semaphore driving = new Semaphore(DRIVERS + 1);

    private volatile boolean stop;

    /**
     * @param patienceSeconds how long nothing may end after the load has paused, until what is left counts as lost
     * @param planted what executors are replaced by, to see that faults are found
     */
    SoakLife(long seed, long patienceSeconds, UnaryOperator<Executor> planted) throws Exception {
        this.seed = seed;
        this.patienceSeconds = patienceSeconds;
        SplittableRandom random = new SplittableRandom(seed);
        scheduler = build(random);
        connections = VirtualThreads.available() ? new Connections(scheduler, ledger) : null;
        mix = new Mix(scheduler, ledger, connections, planted);
        int parked = 0;
        if (VirtualThreads.available()) {
            for (; parked < STANDING; parked++) {
                scheduler.threadFactory().newThread(standing::park).start();
            }
            parked++; // the one that accepts connections
        }
        invariants = new Invariants(scheduler, ledger, mix, connections, parked);
    }

    /** Lives for about so long. @return what was seen; its faults say what went wrong */
    SoakReport run(long seconds) throws Exception {
        List<FutureTask<Void>> drivers = new ArrayList<>();
        SplittableRandom random = new SplittableRandom(~seed);
        for (int i = 0; i < DRIVERS; i++) {
            SplittableRandom its = random.split();
            drivers.add(Together.start(() -> drive(its)));
        }
        drivers.add(Together.start(() -> resize(random.split())));
        for (long second = 1; second <= seconds && ledger.faults().isEmpty(); second++) {
            TimeUnit.SECONDS.sleep(1);
            invariants.checkInMotion();
            if (second % SECONDS_BETWEEN_RESTS == 0) {
                rest();
            }
        }
        stop = true;
        for (FutureTask<Void> driver : drivers) {
            Together.join(driver);
        }
        if (ledger.faults().isEmpty()) {
            rest();
        }
        if (ledger.faults().isEmpty()) {
            end();
        } else {
            giveUp();
        }
        return new SoakReport(seed, scheduler.config(), seconds, ledger, scheduler.snapshot(), invariants.seen());
    }

    private static GmpScheduler build(SplittableRandom random) {
        SchedulerBuilder builder = GmpScheduler.builder()
                .name("soak")
                .stallAfter(Duration.ofSeconds(60))
                .maxProcs(random.nextInt(1, Invariants.MOST_PROCS + 1))
                .maxMachines(2_000)
                .timeSlice(random.nextInt(4) == 0 ? Duration.ofMillis(1) : Duration.ofMillis(10))
                .machineKeepAlive(random.nextInt(3) == 0 ? Duration.ofMillis(5) : Schedulers.NEVER)
                .discipline(random.nextInt(3) == 0 ? Discipline.LIFO : Discipline.GO)
                .goroutineTimes(random.nextInt(4) == 0)
                .goroutines(random.nextInt(4) == 0 ? GoroutineMode.DIRECT : GoroutineMode.AUTO)
                .idleQueueCapacity(random.nextInt(10, 1_000));
        if (random.nextInt(4) == 0) {
            builder.queueCapacity(random.nextInt(50, 500)).rejectionPolicy(RejectionPolicy.ABORT);
        }
        return builder.build();
    }

    private void drive(SplittableRandom random) throws InterruptedException {
        while (!stop && ledger.faults().isEmpty()) {
            driving.acquire();
            try {
                for (int i = 0; i < 16; i++) {
                    mix.next(random);
                }
            } finally {
                driving.release();
            }
            while (!stop && ledger.outstanding() > MOST_OUTSTANDING) {
                mix.wakeParked();
                LockSupport.parkNanos(50_000);
            }
        }
    }

    private void resize(SplittableRandom random) throws InterruptedException {
        while (!stop) {
            driving.acquire();
            try {
                scheduler.setMaxProcs(random.nextInt(1, Invariants.MOST_PROCS + 1));
            } finally {
                driving.release();
            }
            TimeUnit.MILLISECONDS.sleep(random.nextInt(5, 150));
        }
    }

    /** Holds the load back until all has ended, and balances the books. */
    private void rest() throws InterruptedException {
        mix.pause(true);
        driving.acquire(DRIVERS + 1);
        try {
            long patience = TimeUnit.SECONDS.toNanos(patienceSeconds);
            long lastProgress = System.nanoTime();
            long ended = ledger.ended();
            List<String> uneven = invariants.unevenAtRest();
            while (!uneven.isEmpty() && System.nanoTime() - lastProgress < patience) {
                mix.wakeParked();
                TimeUnit.MILLISECONDS.sleep(2);
                if (ledger.ended() != ended) {
                    ended = ledger.ended();
                    lastProgress = System.nanoTime();
                }
                uneven = invariants.unevenAtRest();
            }
            uneven.forEach(ledger::fault);
            invariants.rested();
        } finally {
            mix.pause(false);
            driving.release(DRIVERS + 1);
        }
    }

    /** Leaves nothing behind that could trouble others. */
    private void giveUp() throws IOException {
        mix.pause(true);
        if (connections != null) {
            connections.close();
        }
        scheduler.shutdownNow();
        Schedulers.awaitTermination(scheduler);
    }

    private void end() throws Exception {
        standing.wakeAll();
        if (connections != null) {
            connections.close();
        }
        scheduler.shutdown();
        if (!scheduler.awaitTermination(patienceSeconds, TimeUnit.SECONDS)) {
            ledger.fault("not terminated: " + scheduler.snapshot());
        }
        invariants.unevenAtTheEnd().forEach(ledger::fault);
    }
}
