package dev.gmp.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.gmp.GmpScheduler;
import dev.gmp.SchedulerBuilder;
import dev.gmp.Unwatched;
import dev.gmp.config.Discipline;
import dev.gmp.config.GoroutineMode;
import dev.gmp.config.RejectionPolicy;
import dev.gmp.internal.jdk.VirtualThreads;
import dev.gmp.observe.SchedulerSnapshot;
import dev.gmp.testkit.Schedulers;
import dev.gmp.testkit.StressLifetime;
import dev.gmp.testkit.StressPlan;
import java.time.Duration;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Whatever is accepted runs once, through many short lives of schedulers of all kinds: direct and virtual, watched or not,
 * with large and tiny queues, few and many processors. Machines are mostly kept for ever, so a lost wake-up is not healed
 * but hangs its lifetime, which then fails. {@code gmp.stress.operations} says how many submissions are made in all, and
 * {@code gmp.stress.seed} repeats a lifetime that failed.
 */
class ExactlyOnceStressTest {

    private static final long OPERATIONS = Long.getLong("gmp.stress.operations", 1_000_000);
    private static final Long SEED = Long.getLong("gmp.stress.seed");
    private static final int MOST_IN_A_LIFETIME = 100_000;

    @Test
    @Timeout(300)
    void whateverIsAcceptedRunsOnce() throws Exception {
        live();
    }

    @Test
    @Tag("long")
    @Timeout(14_400)
    void whateverIsAcceptedRunsOnceAtLength() throws Exception {
        live();
    }

    private static void live() throws Exception {
        long done = 0;
        for (long seed = SEED == null ? 1 : SEED; done < OPERATIONS; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            int operations = random.nextInt(1, 1 + random.nextInt(1, MOST_IN_A_LIFETIME));
            liveOnce(seed, operations, random);
            done += operations;
        }
    }

    private static void liveOnce(long seed, int operations, SplittableRandom random) throws Exception {
        SchedulerBuilder builder = Schedulers.direct(random.nextInt(1, 6))
                .name("stress-" + seed)
                .timeSlice(random.nextInt(3) == 0 ? Duration.ofNanos(100_000) : Duration.ofMillis(10))
                .machineKeepAlive(random.nextInt(4) == 0 ? Duration.ofMillis(1) : Schedulers.NEVER);
        if (VirtualThreads.available() && random.nextInt(4) == 0) {
            builder.goroutines(GoroutineMode.VIRTUAL);
        }
        builder.discipline(Discipline.values()[random.nextInt(2)]);
        StressPlan plan = StressPlan.of(seed, operations);
        boolean runsElsewhere = true;
        if (random.nextInt(4) == 0) {
            RejectionPolicy policy = RejectionPolicy.values()[random.nextInt(4)];
            builder.queueCapacity(random.nextInt(1, 200)).rejectionPolicy(policy);
            if (policy == RejectionPolicy.DISCARD_OLDEST) {
                plan = plan.withFuturesOnly();
            } else if (policy != RejectionPolicy.ABORT) {
                plan = plan.withCallersThatRun();
                runsElsewhere = false;
            }
        }
        int ring = random.nextBoolean() ? 4 : 256;
        boolean watched = random.nextInt(3) != 0;
        GmpScheduler scheduler = watched && ring == 256 ? builder.build() : Unwatched.build(builder, ring, watched);
        StressLifetime lifetime = new StressLifetime(scheduler, plan);

        assertThat(lifetime.run())
                .as("seed %d, %s, %s, ring %d, watched %s", seed, plan, scheduler.config(), ring, watched)
                .isEmpty();
        SchedulerSnapshot end = await().until(scheduler::snapshot, ExactlyOnceStressTest::everyProcessorIsBack);
        nothingIsLeft(end, lifetime, runsElsewhere);
    }

    /** Sysmon, or a submitter that wakes a machine too late, may still be passing one on when the last task has ended. */
    private static boolean everyProcessorIsBack(SchedulerSnapshot end) {
        return end.idleProcs() == end.procs() && end.spinningMachines() == 0;
    }

    private static void nothingIsLeft(SchedulerSnapshot end, StressLifetime lifetime, boolean runsElsewhere) {
        assertThat(end.runQueueDepth()).as("%s", end).isZero();
        assertThat(end.machineCounts().total()).as("%s", end).isZero();
        assertThat(end.counters().completed())
                .as("%s", end)
                .isEqualTo(end.counters().created());
        if (runsElsewhere) {
            assertThat(end.counters().created()).as("%s", end).isEqualTo(lifetime.accepted());
            assertThat(end.counters().uncaughtExceptions()).as("%s", end).isEqualTo(lifetime.uncaught());
        }
    }
}
