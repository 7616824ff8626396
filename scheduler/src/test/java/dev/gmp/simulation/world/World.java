package dev.gmp.simulation.world;

import dev.gmp.config.GoroutineMode;
import dev.gmp.internal.spawn.GoroutineModes;
import dev.gmp.internal.wiring.Scheduler;
import dev.gmp.simulation.Subject;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;

/**
 * A whole scheduler, from its first task to its end: a few threads submit tasks of many kinds, which submit others, block,
 * compute, yield, wait for each other, set timers, and change the number of processors. Everything comes from the seed.
 */
public final class World implements Subject {

    /** For how long hogs compute: until as many have lost their processors as may go on without one, and longer. */
    private static final long HOG_NANOS = 2_000_000_000;

    static {
        GoroutineModes.resolve(GoroutineMode.VIRTUAL); // which the first in a JVM does otherwise than all others
    }

    private final Plan plan;
    private final Random random;
    private final Ledger ledger = new Ledger();
    private Scheduler scheduler;
    private Invariants invariants;

    /** Terminated: nothing is left to be looked after, sysmon may be at its last look. */
    private boolean isOver;

    public World(long seed) {
        random = new Random(seed * 0x9E3779B97F4A7C15L + 1);
        plan = new Plan(random);
    }

    @Override
    public void live() {
        scheduler = new Scheduler(plan.config(), null, plan.ringCapacity(), plan.watched());
        invariants = new Invariants(scheduler, plan);
        long hogsEnd = System.nanoTime() + HOG_NANOS;
        for (int i = 0; i < plan.hogs(); i++) {
            Task.hog(scheduler, ledger, plan, hogsEnd).submit();
        }
        if (plan.hogs() > 0) {
            Task.pause(random.nextInt((int) HOG_NANOS)); // what is submitted then meets hogs that wait, or overload
        }
        List<Thread> submitters = new ArrayList<>();
        for (int i = 0; i < plan.submitters(); i++) {
            long seed = random.nextLong();
            Thread submitter = new Thread(() -> submit(new Random(seed)), "submitter-" + i);
            submitters.add(submitter);
            submitter.start();
        }
        try {
            for (Thread submitter : submitters) {
                submitter.join();
            }
            end();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Override
    public String atRest(long now, long next) {
        return invariants == null || isOver ? null : invariants.atRest(now, next);
    }

    @Override
    public String atSwitch() {
        String wrong = ledger.wrong();
        return wrong != null || invariants == null ? wrong : invariants.always();
    }

    @Override
    public String atTheEnd() {
        String wrong = ledger.wrongAtTheEnd();
        return wrong == null ? invariants.atTheEnd() : wrong;
    }

    private void submit(Random dice) {
        for (int i = 0; i < plan.tasksEach(); i++) {
            Task task = new Task(scheduler, ledger, plan, dice.nextLong(), 0);
            task.submit();
            if (dice.nextInt(4) == 0) {
                Task.pause(dice.nextInt(300_000));
            }
        }
    }

    private void end() throws InterruptedException {
        if (plan.endsAtOnce()) {
            ledger.returned(scheduler.shutdownNow(thread -> true));
        } else {
            scheduler.shutdown();
        }
        if (!scheduler.awaitTermination(1_000, TimeUnit.SECONDS)) {
            throw new AssertionError("not terminated: " + ledger.open());
        }
        isOver = true;
    }
}
