package dev.gmp.containers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gmp.containers.Throttling.Load;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import org.testcontainers.lifecycle.Startables;

/**
 * How often the kernel stops the sample for having used up its quota, beside what it would be on Boot's pools. The figures
 * are written to a table, in the folder that {@code container.report} names; {@code container.quotas} says which quotas,
 * and {@code container.rounds} how often each server is measured.
 */
@ContainerTest
@Isolated("what it measures is not to be disturbed")
class ThrottlingTests {

    private static final int ROUNDS = Integer.getInteger("container.rounds", 1);

    private static final int WARM_UP = 8;
    private static final int KEPT = 8;
    private static final int BURSTS = 4;
    private static final int BURST = 2;
    private static final double SHARE_OF_THE_QUOTA = 0.4;

    /** So many periods, each throttled for a moment, may be due to the JVM's other threads. */
    private static final int SLACK = 3;

    @Test
    void aWholeQuotaHoldsUpHalfAsLongAsBootsPoolsOrLess() throws Exception {
        List<Throttling> measured = new ArrayList<>();
        for (String quota : System.getProperty("container.quotas", "1").split(",")) {
            measured.addAll(measure(Double.parseDouble(quota)));
        }
        new ThrottlingReport(measured, ROUNDS).write(Path.of(System.getProperty("container.report", "target")));

        // A quota that is no whole number, or not below that of the CPUs, is used up by as many threads either way.
        List<Double> quotas = measured.stream()
                .map(Throttling::cpus)
                .distinct()
                .filter(cpus -> cpus == Math.rint(cpus) && cpus < SampleContainer.cpusOfTheMachine())
                .toList();
        for (double cpus : quotas) {
            CpuFigures boot = sum(measured, cpus, Pools.BOOT);
            CpuFigures own = sum(measured, cpus, Pools.GMP_FROM_ONE);
            assertThat(own.throttledNanos())
                    .as("time throttled with %s CPUs beside %s", cpus, boot)
                    .isLessThanOrEqualTo(boot.throttledNanos() / 2 + SLACK * CpuFigures.PERIOD_NANOS / 10);
            // Not half: one thread that computes all the time, and the JVM's own beside it, exceed a whole quota by a
            // little.
            assertThat(own.throttled())
                    .as("throttled periods with %s CPUs beside %s", cpus, boot)
                    .isLessThanOrEqualTo(boot.throttled() * 3 / 4 + SLACK);
        }
    }

    private static List<Throttling> measure(double cpus) throws InterruptedException {
        Map<Pools, SampleContainer> containers = new EnumMap<>(Pools.class);
        Stream.of(Pools.values()).forEach(pools -> containers.put(pools, pools.container(cpus)));
        try {
            Startables.deepStart(containers.values()).join();
            containers.values().forEach(container -> SearchLoad.keep(4, WARM_UP, container));
            long interval = burstInterval(cpus, containers.get(Pools.BOOT));
            List<Throttling> measured = new ArrayList<>();
            for (Load load : Load.values()) {
                Map<Pools, Throttling> sums = new EnumMap<>(Pools.class);
                for (int round = 0; round < ROUNDS; round++) {
                    for (Pools pools : Pools.values()) {
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
