package dev.gmp.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import dev.gmp.internal.jdk.TimedParks;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

/**
 * The whole scheduler, as shipped, run by seeds: PARK-1, TIME-1, each accepted task once, each processor in one place, as
 * many counted as spinning as spin, and an end. A seed that fails is run again, with the places of its last switches, by
 *
 * <pre>
 *   mvn test -pl scheduler -Dtest=SimulationTest -Dgmp.simulation.seed=SEED
 * </pre>
 */
@Timeout(600)
class SimulationTest {

    /** Of a build. Without the JDK's continuations a switch costs twenty times as much. */
    private static final int SEEDS = ContinuationCoroutine.available() ? 200 : 10;

    private static final int FEWEST_AT_LENGTH = 10 * SEEDS;

    /** Enough for each planted fault. */
    private static final int SEEDS_FOR_A_FAULT = 20_000;

    private static final Integer SEED = Integer.getInteger("gmp.simulation.seed");
    private static final Fault PLANTED = Fault.valueOf(System.getProperty("gmp.simulation.fault", "NONE"));

    /** Woven once, and compiled once: for each fault anew, this would take most of the time. */
    private static final WovenClasses CLASSES = new WovenClasses();

    @Test
    void noSeedBreaksAPromise() {
        if (SEED != null) {
            run(SEED);
            return;
        }
        for (int seed = 1; seed <= SEEDS; seed++) {
            run(seed);
        }
    }

    /** As many as there is time for. */
    @Test
    @Tag("long")
    void noSeedOfManyBreaksAPromise() {
        long end = System.nanoTime() + Long.getLong("gmp.stress.seconds", 10) * 1_000_000_000L;
        int seed = 0;
        while (seed < FEWEST_AT_LENGTH || System.nanoTime() - end < 0) {
            run(++seed);
        }
        System.out.println(seed + " seeds");
    }

    /** Which is what makes a failure worth more than a stress test's. */
    @Test
    void aSeedDoesTheSameAgain() {
        WovenClasses others = new WovenClasses();
        for (int seed = 1; seed <= 4; seed++) {
            Result first = Simulation.run(seed, CLASSES.newWorld(seed), Fault.NONE, false);
            for (WovenClasses classes : List.of(CLASSES, others)) {
                Result again = Simulation.run(seed, classes.newWorld(seed), Fault.NONE, true);

                assertThat(again.fingerprint()).as("of seed " + seed).isEqualTo(first.fingerprint());
                assertThat(again.switches()).isEqualTo(first.switches()).isGreaterThan(10);
            }
        }
    }

    /** One whose run breaks off would go on ending the parks of this JVM's threads, with a clock that has stopped. */
    @Test
    void aSimulatedSchedulerEndsNoParksOfThisJvm() throws ReflectiveOperationException {
        Class<?> timers = Class.forName(TimedParks.Timers.class.getName(), true, CLASSES);
        Class<?> parks = Class.forName(TimedParks.class.getName(), true, CLASSES);
        Object ofThisJvm = parks.getMethod("ofThisJvm", timers).invoke(null, new Object[] {null});

        assertThat(parks.getClassLoader()).isSameAs(CLASSES);
        assertThat(parks.getMethod("available").invoke(ofThisJvm)).isEqualTo(false);
    }

    @Test
    void workThatNoMachineIsWokenForIsFound() {
        findBySeeds(Fault.NO_WAKE_AFTER_SUBMISSION);
    }

    @ParameterizedTest
    @Tag("long")
    @EnumSource(mode = Mode.EXCLUDE, names = "NONE")
    void everyPlantedFaultIsFound(Fault fault) {
        findBySeeds(fault);
    }

    private static void findBySeeds(Fault fault) {
        for (int seed = 1; seed <= SEEDS_FOR_A_FAULT; seed++) {
            Result result = Simulation.run(seed, CLASSES.newWorld(seed), fault, false);
            if (result.failure() != null) {
                System.out.println(fault + ": by seed " + seed + ": " + result.failure());
                return;
            }
        }
        fail(fault + " was not found by " + SEEDS_FOR_A_FAULT + " seeds");
    }

    private static void run(int seed) {
        Result result = Simulation.run(seed, CLASSES.newWorld(seed), PLANTED, SEED != null);
        if (SEED != null) {
            result.lines().forEach(System.out::println);
            System.out.println("seed " + seed + ": " + result.steps() + " steps, " + result.switches() + " switches, "
                    + result.rests() + " rests");
        }
        if (result.failure() != null) {
            fail("seed %d, after %d steps: %s%nIt does so again with -Dtest=SimulationTest -Dgmp.simulation.seed=%d%n%s"
                    .formatted(seed, result.steps(), result.failure(), seed, traceOf(result.cause())));
        }
    }

    private static String traceOf(Throwable cause) {
        if (cause == null) {
            return "";
        }
        StringWriter text = new StringWriter();
        cause.printStackTrace(new PrintWriter(text));
        return text.toString();
    }
}
