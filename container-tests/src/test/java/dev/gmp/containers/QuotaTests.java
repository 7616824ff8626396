package dev.gmp.containers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.testcontainers.lifecycle.Startables;
import tools.jackson.databind.JsonNode;

/** The sample that is started with a CPU quota: how many processors it takes, and what its searches cost. */
@ContainerTest
class QuotaTests {

    private static final int SEARCHES = 8;

    /** By quota; with a minimum of one processor, so that each quota makes a difference. */
    private static final Map<Double, SampleContainer> CONTAINERS = new LinkedHashMap<>();

    private static final SampleContainer WITH_GOS_MINIMUM = new SampleContainer().withCpus(0.5);

    @BeforeAll
    static void start() {
        for (double cpus : new double[] {0.5, 1, 1.5, 2}) {
            CONTAINERS.put(cpus, new SampleContainer().withCpus(cpus).withSetting("gmp.min-procs", "1"));
        }
        Startables.deepStart(Stream.concat(CONTAINERS.values().stream(), Stream.of(WITH_GOS_MINIMUM)))
                .join();
    }

    @AfterAll
    static void stop() {
        CONTAINERS.values().forEach(SampleContainer::stop);
        WITH_GOS_MINIMUM.stop();
    }

    /** As {@code docs/reference/properties.md} says: no more than the quota rounded up. */
    @ParameterizedTest
    @ValueSource(doubles = {0.5, 1, 1.5, 2})
    void processorsAreTheQuotaRoundedUp(double cpus) {
        SampleContainer container = CONTAINERS.get(cpus);

        assertThat(container.meter("gmp.processors"))
                .isEqualTo(Math.min(SampleContainer.cpusOfTheMachine(), Math.ceil(cpus)));
        assertThat(container.meter("gmp.cpu.quota")).isEqualTo(cpus);
        JsonNode info = container.get("/actuator/info").at("/gmp/schedulers/default");
        assertThat(info.at("/procsBecause").asString()).contains("limit " + cpus + " CPUs");
        assertThat(info.at("/goroutines").asString()).isEqualTo("virtual");
    }

    @Test
    void aQuotaLowersTheNumberToNoLessThanTwoUnlessToldOtherwise() {
        assumeThat(SampleContainer.cpusOfTheMachine()).isGreaterThan(1);

        assertThat(WITH_GOS_MINIMUM.meter("gmp.processors")).isEqualTo(2);
        assertThat(WITH_GOS_MINIMUM.meter("gmp.cpu.quota")).isEqualTo(0.5);
    }

    /**
     * A small quota makes searches wait and does not make them dearer, as it would if machines span for want of a
     * processor: so a container gets done what its share of the CPUs allows. How many CPUs it really got is the kernel's
     * count, for the machine may have other things to do.
     */
    @Test
    void aSearchCostsTheSameWhateverTheQuota() {
        Map<Double, Double> costs = new LinkedHashMap<>();
        CONTAINERS.forEach((cpus, container) -> {
            SearchLoad.keep(4, SEARCHES, container);
            CpuFigures before = container.cpu();
            SearchLoad.keep(4, SEARCHES, container);
            CpuFigures used = container.cpu().since(before);
            assertThat(used.periods()).as("periods with %s CPUs", cpus).isPositive();
            assertThat((double) used.usedNanos())
                    .as("CPU time in %d periods with %s CPUs", used.periods(), cpus)
                    .isLessThan((used.periods() + 2) * cpus * CpuFigures.PERIOD_NANOS * 1.1);
            costs.put(cpus, used.usedNanos() / 1e6 / SEARCHES);
        });
        System.out.println("CPU time of a search in ms, by quota: " + costs);

        double least = costs.values().stream().min(Double::compare).orElseThrow();
        assertThat(costs.values()).allSatisfy(cost -> assertThat(cost).isLessThan(3 * least));
    }
}
