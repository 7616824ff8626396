package dev.gmp.soak;

import dev.gmp.GmpScheduler;
import dev.gmp.internal.jdk.VirtualThreads;
import dev.gmp.testkit.DefaultVirtualThreads;
import dev.gmp.testkit.Together;
import java.util.SplittableRandom;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.UnaryOperator;

/** Draws what to do next and submits it, from outside or from a task that runs. Any thread may call. */
final class Mix {

    private static final int DEEPEST = 4;
    private static final boolean VIRTUAL = VirtualThreads.available();
    private static final int TOTAL_WEIGHT = totalWeight();

    private final GmpScheduler scheduler;
    private final Ledger ledger;
    private final Connections connections;
    private final Sluices sluices;
    private final Executor own;
    private final Executor direct;
    private final Executor virtual;
    private final Bodies bodies = new Bodies();
    private final Parked parked = new Parked();

    /** Tasks of {@code execute} that have thrown. */
    private final LongAdder thrown = new LongAdder();

    /** Runs of periodic tasks after the first: each is a goroutine without an entry of its own. */
    private final LongAdder repetitions = new LongAdder();

    private volatile boolean paused;

    /** @param planted what each executor is replaced by, to see that the soak finds faults */
    Mix(GmpScheduler scheduler, Ledger ledger, Connections connections, UnaryOperator<Executor> planted) {
        this.scheduler = scheduler;
        this.ledger = ledger;
        this.connections = connections;
        sluices = new Sluices(scheduler, ledger);
        own = planted.apply(scheduler);
        direct = planted.apply(scheduler.direct());
        virtual = planted.apply(VIRTUAL ? scheduler.virtual() : scheduler.direct());
    }

    /** Whether tasks shall start no more of themselves. */
    void pause(boolean value) {
        paused = value;
    }

    /** Submits one thing, or a few. */
    void next(SplittableRandom random) {
        next(random, 0);
    }

    void wakeParked() {
        parked.wakeAll();
    }

    Bodies bodies() {
        return bodies;
    }

    long thrown() {
        return thrown.sum();
    }

    long repetitions() {
        return repetitions.sum();
    }

    private void next(SplittableRandom random, int depth) {
        if (random.nextInt(4) == 0) {
            parked.wakeOne();
        }
        Activity activity = draw(random);
        SplittableRandom its = random.split();
        switch (activity) {
            case DIRECT -> submit(direct, activity, its, depth, () -> Bodies.compute(its));
            case VIRTUAL -> submit(virtual, activity, its, depth, () -> Bodies.compute(its));
            case YIELD -> submit(any(random), activity, its, depth, () -> Bodies.yieldOften(its));
            case PARK -> submit(virtual, activity, its, depth, parked::park);
            case SLEEP -> submit(any(random), activity, its, depth, () -> Bodies.sleep(its));
            case JDK_SLEEP -> submit(any(random), activity, its, depth, () -> Bodies.sleepOnTheJdk(its));
            case DELAYED -> delay(its, depth);
            case PERIODIC -> repeat(its);
            case MONITOR -> submit(any(random), activity, its, depth, () -> bodies.countInMonitor(its));
            case BLOCKING -> submit(any(random), activity, its, depth, () -> Bodies.block(its));
            case UNMARKED -> submit(direct, activity, its, depth, () -> Bodies.blockUnmarked(its));
            case PINNED -> submit(virtual, activity, its, depth, Bodies::pin);
            case HOG -> submit(any(random), activity, its, depth, () -> Bodies.hog(its, false));
            case POLITE_HOG -> submit(any(random), activity, its, depth, () -> Bodies.hog(its, true));
            case TALK -> submit(virtual, activity, its, depth, () -> connections.talk(its));
            case IDLE -> submit(scheduler::executeIdle, activity, its, depth, () -> Bodies.compute(its));
            case NARROW -> sluices.narrow(its);
            case IN_ORDER -> sluices.inOrder(its);
            case SHORT_LIVED -> sluices.shortLived(its);
            case THROWING -> submitThrowing(any(random), its);
            case CANCELLED -> cancel(its, depth);
            case INTERRUPTED ->
                submit(
                        any(random),
                        activity,
                        its,
                        depth,
                        () -> Thread.currentThread().interrupt());
            case THREAD -> submit(this::startThread, activity, its, depth, () -> Bodies.yieldOften(its));
            case ADOPTED -> submit(virtual, Activity.VIRTUAL, its, depth, () -> startByItself(its, depth));
            case LOCKED -> submit(virtual, activity, its, depth, () -> Bodies.lockMachine(its));
            case ECHO -> throw new AssertionError("not to be drawn");
        }
    }

    private void submit(Executor executor, Activity activity, SplittableRandom random, int depth, Together.Work work) {
        submit(executor, ledger.enter(activity), piece(random, depth, work));
    }

    private void submit(Executor executor, Ledger.Entry entry, Together.Work work) {
        try {
            executor.execute(recorded(entry, work));
        } catch (RejectedExecutionException e) {
            entry.refused();
        }
    }

    /** Work that starts more of its kind now and then. */
    private Together.Work piece(SplittableRandom random, int depth, Together.Work work) {
        boolean spawns = depth < DEEPEST && random.nextInt(8) == 0;
        return () -> {
            if (spawns && !paused) {
                for (int children = random.nextInt(1, 6); children > 0; children--) {
                    next(random, depth + 1);
                }
            }
            work.run();
        };
    }

    private Runnable recorded(Ledger.Entry entry, Together.Work work) {
        return () -> {
            entry.begin();
            try {
                work.run();
            } catch (InterruptedException e) {
                entry.interrupted();
            } catch (Exception | Error e) {
                ledger.fault(entry + " threw " + e);
            } finally {
                entry.end();
            }
        };
    }

    private void submitThrowing(Executor executor, SplittableRandom random) {
        Ledger.Entry entry = ledger.enter(Activity.THROWING);
        try {
            executor.execute(() -> {
                entry.begin();
                Thread.currentThread().setUncaughtExceptionHandler((thread, what) -> {
                    if (!Planned.isPlanned(what)) {
                        ledger.fault("uncaught in " + thread + ": " + what);
                    }
                });
                thrown.increment();
                entry.end();
                Planned.throwAny(random);
            });
        } catch (RejectedExecutionException e) {
            entry.refused();
        }
    }

    private void delay(SplittableRandom random, int depth) {
        Ledger.Entry entry = ledger.enter(Activity.DELAYED);
        boolean cancelled = random.nextInt(4) == 0;
        try {
            Future<?> future = scheduler.schedule(
                    recorded(entry, piece(random.split(), depth, () -> {})),
                    random.nextLong(20_000_000),
                    TimeUnit.NANOSECONDS);
            if (cancelled) {
                Together.jitter(random.nextInt());
                if (future.cancel(false)) {
                    entry.withdrawn();
                }
            }
        } catch (RejectedExecutionException e) {
            entry.refused();
        }
    }

    private void repeat(SplittableRandom random) {
        Ledger.Entry entry = ledger.enter(Activity.PERIODIC);
        int last = random.nextInt(2, 6);
        AtomicInteger runs = new AtomicInteger();
        AtomicInteger running = new AtomicInteger();
        Runnable tick = () -> {
            if (running.incrementAndGet() != 1) {
                ledger.fault("a periodic task overlaps itself");
            }
            int run = runs.incrementAndGet();
            if (run == 1) {
                entry.begin();
            } else {
                repetitions.increment();
            }
            running.decrementAndGet();
            if (run == last) {
                entry.end();
                Planned.throwAny(random); // the last, by contract
            }
        };
        long period = random.nextLong(500_000, 5_000_000);
        try {
            if (random.nextBoolean()) {
                scheduler.scheduleAtFixedRate(tick, random.nextLong(5_000_000), period, TimeUnit.NANOSECONDS);
            } else {
                scheduler.scheduleWithFixedDelay(tick, random.nextLong(5_000_000), period, TimeUnit.NANOSECONDS);
            }
        } catch (RejectedExecutionException e) {
            entry.refused();
        }
    }

    private void cancel(SplittableRandom random, int depth) {
        Ledger.Entry entry = ledger.enter(Activity.CANCELLED);
        SplittableRandom its = random.split();
        try {
            Future<?> future = scheduler.submit(recorded(entry, piece(its, depth, () -> Bodies.sleep(its))));
            Together.jitter(random.nextInt());
            if (future.cancel(random.nextBoolean())) {
                entry.withdrawn();
            }
        } catch (RejectedExecutionException e) {
            entry.refused();
        }
    }

    private void startThread(Runnable body) {
        scheduler.threadFactory().newThread(body).start();
    }

    private void startByItself(SplittableRandom random, int depth) {
        SplittableRandom its = random.split();
        submit(
                body -> DefaultVirtualThreads.factory().newThread(body).start(),
                Activity.ADOPTED,
                its,
                depth,
                () -> Bodies.sleep(its));
    }

    private Executor any(SplittableRandom random) {
        return switch (random.nextInt(3)) {
            case 0 -> own;
            case 1 -> direct;
            default -> virtual;
        };
    }

    private static Activity draw(SplittableRandom random) {
        int place = random.nextInt(TOTAL_WEIGHT);
        for (Activity activity : Activity.values()) {
            place -= activity.weight(VIRTUAL);
            if (place < 0) {
                return activity;
            }
        }
        throw new AssertionError("beyond all weights");
    }

    private static int totalWeight() {
        int sum = 0;
        for (Activity activity : Activity.values()) {
            sum += activity.weight(VIRTUAL);
        }
        return sum;
    }
}
