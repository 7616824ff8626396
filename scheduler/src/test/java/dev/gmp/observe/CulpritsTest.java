package dev.gmp.observe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gmp.GmpScheduler;
import dev.gmp.Goroutines;
import dev.gmp.config.Discipline;
import dev.gmp.config.GoroutineMode;
import dev.gmp.observe.ProcessorLoss.Kind;
import dev.gmp.testkit.Schedulers;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** A snapshot names what holds processors for too long, what that is doing, and how long others have waited. */
class CulpritsTest {

    private final Hog hog = new Hog();
    private final CountDownLatch release = new CountDownLatch(1);
    private GmpScheduler scheduler;

    @AfterEach
    void close() {
        hog.ended = true;
        release.countDown();
        scheduler.close();
    }

    /** Eight of them: one that the operating system gives no CPU looks as if it blocked. */
    @ParameterizedTest
    @MethodSource("dev.gmp.testkit.Modes#available")
    void aGoroutineThatComputesForTooLong(GoroutineMode kind) throws Exception {
        open(kind, 1);
        for (int i = 0; i < 8; i++) {
            scheduler.submit(hog);
        }
        scheduler.submit(() -> {}).get();

        ProcessorLoss found = Schedulers.await(
                        scheduler, now -> now.recentLosses().stream().anyMatch(CulpritsTest::isPreemptionOfHog))
                .recentLosses()
                .stream()
                .filter(CulpritsTest::isPreemptionOfHog)
                .findFirst()
                .orElseThrow();
        assertThat(found).satisfies(loss -> {
            assertThat(loss.task()).isEqualTo(Hog.class.getName());
            assertThat(loss.processor()).isZero();
            assertThat(loss.ran()).isGreaterThanOrEqualTo(Duration.ofMillis(1));
            assertThat(loss.stack()).anyMatch(CulpritsTest::isHog);
        });
        MachineSnapshot machine = machineOf(scheduler.snapshot(), found); // a snapshot reads machines before losses
        assertThat(machine.running()).isEqualTo(Hog.class.getName());
        assertThat(machine.runningFor()).isGreaterThanOrEqualTo(found.ran());
        assertThat(scheduler.machineStacks(List.of(machine.id())))
                .containsOnlyKeys(machine.id())
                .allSatisfy((id, stack) -> assertThat(stack).anyMatch(CulpritsTest::isHog));
        assertThat(scheduler.machineStacks(List.of())).isEmpty();
    }

    @Test
    void aGoroutineThatBlocks() throws Exception {
        scheduler = Schedulers.direct(1).timeSlice(Duration.ofSeconds(10)).build(); // else it may seem to compute
        scheduler.execute(() -> {
            try {
                release.await();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        Schedulers.await(
                scheduler,
                now -> now.recentLosses().stream()
                        .anyMatch(loss -> !loss.stack().isEmpty()));
        SchedulerSnapshot snapshot =
                scheduler.snapshot(); // machines are read before losses: in that one, perhaps too early
        Duration soon = machineOf(snapshot, snapshot.recentLosses().get(0)).runningFor();
        SchedulerSnapshot later = scheduler.snapshot();
        Duration then = machineOf(later, later.recentLosses().get(0)).runningFor();

        assertThat(snapshot.recentLosses()).singleElement().satisfies(loss -> {
            assertThat(loss.kind()).isEqualTo(Kind.HANDOFF);
            assertThat(loss.task()).isEqualTo(CulpritsTest.class.getName() + "$$Lambda");
            assertThat(loss.stack())
                    .anyMatch(frame -> frame.getClassName().equals(CountDownLatch.class.getName())
                            && frame.getMethodName().equals("await"));
        });
        assertThat(then).isGreaterThan(soon);
    }

    /** Four on two processors, of which none will end by what another does. */
    @ParameterizedTest
    @MethodSource("dev.gmp.testkit.Modes#available")
    void aGoroutineThatYieldsAgainAndAgain(GoroutineMode kind) {
        open(kind, 2);
        Yielding yielding = new Yielding();
        for (int i = 0; i < 4; i++) {
            scheduler.execute(yielding);
        }
        SchedulerSnapshot snapshot =
                Schedulers.await(scheduler, now -> now.recentLosses().stream().anyMatch(CulpritsTest::isYieldsInRun));
        assertThat(snapshot.recentLosses())
                .filteredOn(loss -> loss.kind() == Kind.YIELDS)
                .allSatisfy(loss -> {
                    assertThat(loss.task()).isEqualTo(Yielding.class.getName());
                    assertThat(loss.ran()).isGreaterThanOrEqualTo(Duration.ofMillis(10));
                });
        assertThat(scheduler.snapshot().counters().repeatedYields()).isGreaterThanOrEqualTo(100);
    }

    @ParameterizedTest
    @MethodSource("dev.gmp.testkit.Modes#available")
    void futuresAndDelayedTasksAreCalledByWhatTheyRun(GoroutineMode kind) throws Exception {
        open(kind, 2);
        Callable<Integer> callable = new HogWithResult();
        scheduler.submit(callable);
        scheduler.schedule(hog, 1, TimeUnit.MILLISECONDS);
        hog.begun.await();

        Schedulers.await(
                scheduler,
                now -> now.machines().stream()
                        .map(MachineSnapshot::running)
                        .toList()
                        .containsAll(List.of(Hog.class.getName(), HogWithResult.class.getName())));
    }

    /** The only machine is taken, so the rest waits, and the longer the older. */
    @Test
    void howLongTheOldestHasWaited() throws Exception {
        scheduler = Schedulers.direct(1).maxMachines(1).build();
        scheduler.execute(hog);
        hog.begun.await();
        assertThat(scheduler.snapshot().oldestRunnable()).isZero();
        scheduler.execute(() -> {});
        SchedulerSnapshot waits =
                Schedulers.await(scheduler, now -> now.oldestRunnable().compareTo(Duration.ofMillis(50)) > 0);
        assertThat(waits.goroutines().runnable()).isEqualTo(1);
        assertThat(scheduler.snapshot().oldestRunnable()).isGreaterThan(waits.oldestRunnable());
        hog.ended = true;
        assertThat(Schedulers.awaitIdle(scheduler).oldestRunnable()).isZero();
    }

    /** What a goroutine that computes has readied waits in its processor's own queue. */
    @ParameterizedTest
    @EnumSource
    void whatWaitsInALocalQueueCountsToo(Discipline discipline) throws Exception {
        scheduler = Schedulers.direct(1)
                .maxMachines(1)
                .discipline(discipline)
                .timeSlice(Duration.ofSeconds(10))
                .build();
        scheduler.execute(() -> {
            scheduler.execute(() -> {});
            hog.run();
        });
        hog.begun.await();
        Schedulers.await(scheduler, now -> now.oldestRunnable().compareTo(Duration.ofMillis(50)) > 0);
    }

    private void open(GoroutineMode kind, int procs) {
        scheduler = Schedulers.direct(procs).goroutines(kind).build();
    }

    private static MachineSnapshot machineOf(SchedulerSnapshot snapshot, ProcessorLoss loss) {
        return snapshot.machines().stream()
                .filter(machine -> machine.id() == loss.machine())
                .findFirst()
                .orElseThrow();
    }

    /** Of one with its label: it may have had no CPU before it could give itself that. */
    private static boolean isPreemptionOfHog(ProcessorLoss loss) {
        return loss.kind() == Kind.PREEMPTION
                && !loss.stack().isEmpty()
                && loss.labels().equals(Map.of("kind", "hog"));
    }

    private static boolean isYieldsInRun(ProcessorLoss loss) {
        return loss.kind() == Kind.YIELDS
                && loss.stack().stream()
                        .anyMatch(frame -> frame.getClassName().equals(Yielding.class.getName())
                                && frame.getMethodName().equals("run"));
    }

    private static boolean isHog(StackTraceElement frame) {
        return frame.getClassName().equals(Hog.class.getName());
    }

    private static final class Hog implements Runnable {

        final CountDownLatch begun = new CountDownLatch(1);
        volatile boolean ended;

        @Override
        public void run() {
            Goroutines.label("kind", "hog");
            begun.countDown();
            while (!ended) {
                Thread.onSpinWait();
            }
        }
    }

    private final class Yielding implements Runnable {

        @Override
        public void run() {
            while (!hog.ended) {
                Goroutines.yield();
            }
        }
    }

    private final class HogWithResult implements Callable<Integer> {

        @Override
        public Integer call() {
            hog.run();
            return 1;
        }
    }
}
