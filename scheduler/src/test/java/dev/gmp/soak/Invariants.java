package dev.gmp.soak;

import dev.gmp.GmpScheduler;
import dev.gmp.observe.BulkheadSnapshot;
import dev.gmp.observe.SchedulerCounters;
import dev.gmp.observe.SchedulerSnapshot;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;

/**
 * What must hold of a scheduler's snapshots: some of it at any moment, all of it while the load rests. The soak's own books
 * are the measure.
 */
final class Invariants {

    /** Between 1 and so many processors are set. */
    static final int MOST_PROCS = 8;

    /** Far beyond what waits for its turn should wait, also on a machine that others use. */
    private static final Duration OLDEST = Duration.ofSeconds(60);

    private static final List<ToLongFunction<SchedulerCounters>> NEVER_BACK = List.of(
            SchedulerCounters::created,
            SchedulerCounters::completed,
            SchedulerCounters::cooperativePreemptions,
            SchedulerCounters::handoffPreemptions,
            SchedulerCounters::handoffs,
            SchedulerCounters::steals,
            SchedulerCounters::machineParks,
            SchedulerCounters::machineUnparks,
            SchedulerCounters::machinesCreated,
            SchedulerCounters::machinesEnded,
            SchedulerCounters::rejections,
            SchedulerCounters::uncaughtExceptions,
            counters -> counters.procsTime().toNanos());

    /** What the heap may grow by from the first rest to the last: what ends is not to be kept. */
    private static final long MOST_GROWTH = 8L << 20;

    private final GmpScheduler scheduler;
    private final Ledger ledger;
    private final Mix mix;
    private final Connections connections;

    /**
     * For the report.
     *
     * @param looks snapshots that were checked while everything moved
     * @param firstHeap bytes in use at the first rest
     * @param lastHeap bytes in use at the last rest
     */
    record Seen(int looks, int rests, int mostMachines, Duration oldest, long firstHeap, long lastHeap) {}

    /** Goroutines that stay parked to the end and are in no book. */
    private final int standing;

    private SchedulerCounters last;
    private Duration oldestSeen = Duration.ZERO;
    private int mostMachines;
    private int looks;
    private int rests;
    private long firstHeap;
    private long lastHeap;

    Invariants(GmpScheduler scheduler, Ledger ledger, Mix mix, Connections connections, int standing) {
        this.scheduler = scheduler;
        this.ledger = ledger;
        this.mix = mix;
        this.connections = connections;
        this.standing = standing;
        last = scheduler.snapshot().counters();
    }

    /** Looks at a snapshot while everything moves. */
    void checkInMotion() {
        long endedBefore = endedTasks();
        SchedulerSnapshot now = scheduler.snapshot();
        SchedulerCounters counters = now.counters();
        looks++;
        oldestSeen = now.oldestRunnable().compareTo(oldestSeen) > 0 ? now.oldestRunnable() : oldestSeen;
        mostMachines = Math.max(mostMachines, now.machineCounts().total());

        check(now.phase() == SchedulerSnapshot.Phase.RUNNING, "the phase", now);
        check(isProcs(now.procs()) && isProcs(now.processors().size()), "processors beyond what was set", now);
        check(now.idleProcs() >= 0 && now.idleProcs() <= MOST_PROCS, "idle processors", now);
        check(now.spinningMachines() >= 0 && now.spinningMachines() <= MOST_PROCS, "spinning machines", now);
        check(heldProcessors(now) <= MOST_PROCS, "processors that machines hold", now);
        check(now.machineCounts().total() <= now.settings().maxMachines(), "machines", now);
        check(now.oldestRunnable().compareTo(OLDEST) < 0, "a goroutine waits for too long", now);
        check(!now.stalled(), "stalled", now);
        check(now.runQueueDepth() >= 0 && now.timersPending() >= 0, "a count below zero", now);
        for (ToLongFunction<SchedulerCounters> counter : NEVER_BACK) {
            check(counter.applyAsLong(counters) >= counter.applyAsLong(last), "a counter went back", now);
        }
        check(counters.completed() <= counters.created(), "more completed than were created", now);
        check(counters.created() >= endedBefore, "more has ended than was created", now);
        check(counters.completed() <= mayHaveCompleted(), "more completed than has ended", now);
        check(counters.uncaughtExceptions() <= mix.thrown(), "more exceptions than were thrown", now);
        for (BulkheadSnapshot bulkhead : now.bulkheads()) {
            String wrong = Sluices.wrongWith(bulkhead);
            if (wrong != null) {
                ledger.fault("bulkhead: " + wrong);
            }
        }
        last = counters;
    }

    /** What is not as it must be when the load has paused for long enough; empty when all is even. */
    List<String> unevenAtRest() {
        List<String> uneven = new ArrayList<>();
        int talking = connections == null ? 0 : connections.open();
        for (Activity activity : Activity.values()) {
            long expected = activity == Activity.ECHO ? talking : 0;
            if (ledger.outstanding(activity) != expected) {
                uneven.add("of %s, %d are outstanding and not %d"
                        .formatted(activity, ledger.outstanding(activity), expected));
            }
        }
        if (!uneven.isEmpty()) {
            uneven.add(scheduler.snapshot().toString());
            return uneven;
        }
        SchedulerSnapshot now = scheduler.snapshot();
        long live = standing + talking;
        expect(uneven, "idle processors", now.idleProcs(), now.procs());
        expect(uneven, "spinning machines", now.spinningMachines(), 0);
        expect(uneven, "the queues", now.runQueueDepth(), 0);
        expect(
                uneven,
                "idle machines",
                now.machineCounts().idle(),
                now.machineCounts().total());
        expect(uneven, "pending timers", now.timersPending(), 0);
        expect(
                uneven,
                "created less completed",
                now.counters().created() - now.counters().completed(),
                live);
        expect(uneven, "live goroutines", now.goroutines().live(), live);
        expect(uneven, "parked goroutines", now.goroutines().waiting(), live);
        expect(uneven, "uncaught exceptions", now.counters().uncaughtExceptions(), mix.thrown());
        expect(uneven, "what was counted in monitors", mix.bodies().counted(), ledger.ended(Activity.MONITOR));
        expectCreated(uneven, now, live);
        if (!uneven.isEmpty()) {
            uneven.add(now.toString());
        }
        return uneven;
    }

    /** After each rest. */
    void rested() {
        rests++;
        System.gc();
        lastHeap = Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
        firstHeap = rests == 1 ? lastHeap : firstHeap;
    }

    List<String> unevenAtTheEnd() {
        List<String> uneven = new ArrayList<>();
        SchedulerSnapshot end = scheduler.snapshot();
        expect(uneven, "completed", end.counters().completed(), end.counters().created());
        expect(uneven, "machines", end.machineCounts().total(), 0);
        expect(
                uneven,
                "machines ended",
                end.counters().machinesEnded(),
                end.counters().machinesCreated());
        expect(uneven, "outstanding", ledger.outstanding(), 0);
        if (lastHeap - firstHeap > MOST_GROWTH) {
            uneven.add("the heap has grown from %,d to %,d bytes".formatted(firstHeap, lastHeap));
        }
        return uneven;
    }

    Seen seen() {
        return new Seen(looks, rests, mostMachines, oldestSeen, firstHeap, lastHeap);
    }

    /**
     * Each piece of work but adopted threads is one goroutine, a cancelled one too; a delayed one that was cancelled is one or none, for its
     * timer may have fired.
     */
    private void expectCreated(List<String> uneven, SchedulerSnapshot now, long live) {
        long least = endedTasks() + ledger.withdrawn(Activity.CANCELLED) + mix.repetitions() + live;
        long most = least + ledger.withdrawn(Activity.DELAYED);
        if (now.counters().created() < least || now.counters().created() > most) {
            uneven.add("created should be between %d and %d".formatted(least, most));
        }
    }

    private long endedTasks() {
        return ledger.ended() - ledger.ended(Activity.ADOPTED);
    }

    /** What is entered as ended is so a little before the scheduler counts it, except where a cancellation is under way. */
    private long mayHaveCompleted() {
        return ledger.outstanding(Activity.CANCELLED)
                + ledger.outstanding(Activity.DELAYED)
                + ledger.ended()
                + ledger.withdrawn()
                + mix.repetitions()
                + standing;
    }

    private static long heldProcessors(SchedulerSnapshot now) {
        return now.machines().stream()
                .mapToInt(machine -> machine.processor())
                .filter(id -> id >= 0)
                .distinct()
                .count();
    }

    private static boolean isProcs(int number) {
        return number >= 1 && number <= MOST_PROCS;
    }

    private static void expect(List<String> uneven, String what, long actual, long expected) {
        if (actual != expected) {
            uneven.add("%s: %d and not %d".formatted(what, actual, expected));
        }
    }

    private void check(boolean holds, String what, SchedulerSnapshot now) {
        if (!holds) {
            ledger.fault(what + ": " + now);
        }
    }
}
