package dev.gmp.containers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gmp.containers.Throttling.Load;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import org.testcontainers.lifecycle.Startables;

/**
 * How often and for how long the kernel stops the sample for having used up its quota, beside what it would be on Boot's
 * pools. The figures are written to a table, in the folder that {@code container.report} names; {@code container.quotas}
 * says which quotas, {@code container.pools} on what, and {@code container.rounds} how often each server is measured.
 */
@ContainerTest
@Isolated("what it measures is not to be disturbed")
class ThrottlingTests {

    private static final List<Pools> POOLS = Stream.of(
                    System.getProperty("container.pools", "BOOT,GMP").split(","))
            .map(Pools::valueOf)
            .toList();

    private static final int ROUNDS = Integer.getInteger("container.rounds", 1);

    /** So many that the JVM has compiled what searches run: its compiler does not pause, and uses more than half a CPU. */
    private static final int WARM_UP = 96;

    private static final int KEPT = 8;
    private static final int BURSTS = 4;
    private static final int BURST = 2;
    private static final double SHARE_OF_THE_QUOTA = 0.4;

    private static final int MOST_TIMES = 3;

    /** What the JVM's other threads may be responsible for. */
    private static final long SLACK_PERIODS = 2;

    private static final long SLACK_NANOS = SLACK_PERIODS * CpuFigures.PERIOD_NANOS / 3;

    @Test
    void aQuotaHoldsUpHalfAsMuchAsBootsPoolsOrLess() throws Exception {
        List<Throttling> measured = new ArrayList<>();
        Path report = Path.of(System.getProperty("container.report", "target"));
        int rounds = 0;
        // Both sums grow: a disturbance weighs less with each time, what always happens does not.
        do {
            for (String quota : System.getProperty("container.quotas", "1").split(",")) {
                measured.addAll(measure(Double.parseDouble(quota)));
            }
            rounds += ROUNDS;
            new ThrottlingReport(added(measured), rounds).write(report);
        } while (!heldUpTooMuch(measured).isEmpty() && rounds < MOST_TIMES * ROUNDS);
        assertThat(heldUpTooMuch(measured)).isEmpty();
    }

    /** The quotas, with the figures, for which periods or time throttled are more than half of those of Boot's pools. */
    private static List<String> heldUpTooMuch(List<Throttling> measured) {
        return measured.stream()
                .map(Throttling::cpus)
                .distinct()
                .filter(cpus -> isMoreThanHalf(sum(measured, cpus, Pools.GMP), sum(measured, cpus, Pools.BOOT)))
                .map(cpus -> "%s CPUs: %s beside Boot's %s"
                        .formatted(cpus, sum(measured, cpus, Pools.GMP), sum(measured, cpus, Pools.BOOT)))
                .toList();
    }

    private static boolean isMoreThanHalf(CpuFigures own, CpuFigures boots) {
        return own.throttled() > boots.throttled() / 2 + SLACK_PERIODS
                || own.throttledNanos() > boots.throttledNanos() / 2 + SLACK_NANOS;
    }

    /** One row for each quota, load and server. */
    private static List<Throttling> added(List<Throttling> measured) {
        Map<List<Object>, Throttling> rows = new LinkedHashMap<>();
        measured.forEach(row -> rows.merge(List.of(row.cpus(), row.load(), row.pools()), row, Throttling::plus));
        return List.copyOf(rows.values());
    }

    private static List<Throttling> measure(double cpus) throws InterruptedException {
        Map<Pools, SampleContainer> containers = new EnumMap<>(Pools.class);
        POOLS.forEach(pools -> containers.put(pools, pools.container(cpus)));
        try {
            Startables.deepStart(containers.values()).join();
            containers.values().forEach(container -> warmUp(container, cpus));
            long interval = burstInterval(cpus, containers.get(Pools.BOOT));
            List<Throttling> measured = new ArrayList<>();
            for (Load load : Load.values()) {
                Map<Pools, Throttling> sums = new EnumMap<>(Pools.class);
                for (int round = 0; round < ROUNDS; round++) {
                    for (Pools pools : POOLS) {
                        Throttling once = once(cpus, load, pools, containers.get(pools), interval);
                        sums.merge(pools, once, Throttling::plus);
                    }
                }
                measured.addAll(sums.values());
            }
            return measured;
        } finally {
            containers.values().forEach(SampleContainer::stop);
        }
    }

    /** In no time, for the quota comes afterwards; the first searches with it tell the scheduler about it. */
    private static void warmUp(SampleContainer container, double cpus) {
        container.removeQuota();
        SearchLoad.keep(8, WARM_UP, container);
        container.setCpus(cpus);
        SearchLoad.keep(1, 4, container);
    }

    private static Throttling once(double cpus, Load load, Pools pools, SampleContainer container, long interval)
            throws InterruptedException {
        CpuFigures before = container.cpu();
        long begin = System.nanoTime();
        switch (load) {
            case BURSTS -> SearchLoad.burst(BURSTS, BURST, interval, container);
            case SATURATION -> SearchLoad.keep(8, KEPT, container);
        }
        long nanos = System.nanoTime() - begin;
        int searches = load == Load.BURSTS ? BURSTS * BURST : KEPT;
        return new Throttling(
                cpus, load, pools, searches, nanos, container.cpu().since(before));
    }

    /** So that the bursts take the wanted share of the quota on this machine. */
    private static long burstInterval(double cpus, SampleContainer boot) {
        CpuFigures before = boot.cpu();
        SearchLoad.keep(1, 4, boot);
        return (long) (boot.cpu().since(before).usedNanos() / 4 * BURST / (SHARE_OF_THE_QUOTA * cpus));
    }

    /** Under all loads. */
    private static CpuFigures sum(List<Throttling> measured, double cpus, Pools pools) {
        return measured.stream()
                .filter(row -> row.cpus() == cpus && row.pools() == pools)
                .map(Throttling::cpu)
                .reduce(CpuFigures::plus)
                .orElseThrow();
    }
}
