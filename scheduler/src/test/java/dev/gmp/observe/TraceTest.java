package dev.gmp.observe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.gmp.GmpScheduler;
import dev.gmp.Goroutines;
import dev.gmp.Unwatched;
import dev.gmp.config.GoroutineMode;
import dev.gmp.observe.trace.Timeline;
import dev.gmp.observe.trace.Timeline.Arrow;
import dev.gmp.observe.trace.Timeline.Lane;
import dev.gmp.observe.trace.Timeline.Mark;
import dev.gmp.observe.trace.Timeline.Slice;
import dev.gmp.observe.trace.TraceRecording;
import dev.gmp.testkit.Latches;
import dev.gmp.testkit.Schedulers;
import dev.gmp.testkit.Timelines;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.assertj.core.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A recording holds exactly what a known workload does. */
class TraceTest {

    private static final Lane P0 = new Lane(Lane.Kind.PROCESSOR, 0);
    private static final Lane M0 = new Lane(Lane.Kind.MACHINE, 0);

    private final AtomicBoolean stop = new AtomicBoolean();

    /** What one machine does not need is there for the others, and for those that submit from outside. */
    @Test
    void manyMachinesShareLittleRoom() throws Exception {
        int machines = 20;
        CountDownLatch release = new CountDownLatch(1);
        try (GmpScheduler scheduler = Schedulers.direct(2).build();
                AutoCloseable ending = release::countDown) {
            CountDownLatch begun = new CountDownLatch(machines);
            TraceRecording recording = scheduler.startTrace(1_000);
            for (int i = 0; i < machines; i++) {
                scheduler.execute(() -> {
                    begun.countDown();
                    Latches.await(release);
                });
            }
            begun.await();
            Timeline timeline = recording.stop();

            assertThat(timeline.dropped()).isZero();
            assertThat(timeline.slices().stream()
                            .filter(slice -> slice.lane().kind() == Lane.Kind.MACHINE && slice.goroutine() > 0)
                            .map(Slice::goroutine)
                            .distinct())
                    .hasSize(machines);
        }
    }

    @ParameterizedTest
    @MethodSource("dev.gmp.testkit.Modes#available")
    void aParentAndItsChildren(GoroutineMode kind) throws Exception {
        try (GmpScheduler scheduler = Unwatched.build(Schedulers.direct(1).goroutines(kind))) {
            scheduler.submit(() -> {}).get();
            Schedulers.awaitIdle(scheduler);
            TraceRecording recording = scheduler.startTrace();
            scheduler.execute(new Parent(scheduler));
            Schedulers.await(scheduler, now -> now.counters().completed() == 5);
            awaitThatAllWait(scheduler);
            Timeline timeline = recording.stop();

            Timelines.assertSound(timeline);
            assertThat(timeline.dropped()).isZero();
            assertThat(goroutines(timeline, M0)).hasSize(4).isEqualTo(goroutines(timeline, P0));
            assertThat(goroutines(timeline, M0).get(0)).startsWith(Parent.class.getName() + " ended");
            assertThat(goroutines(timeline, M0).subList(1, 4))
                    .allMatch(slice -> slice.startsWith(Child.class.getName() + " ended"));
            assertThat(timeline.arrows()).extracting(Arrow::goroutine).containsExactlyInAnyOrder(1L, 2L, 3L, 4L);
            assertThat(timeline.arrows())
                    .filteredOn(arrow -> arrow.goroutine() == 1)
                    .allMatch(arrow -> arrow.from().kind() == Lane.Kind.OTHER_THREADS);
            assertThat(timeline.arrows())
                    .filteredOn(arrow -> arrow.goroutine() > 1)
                    .allMatch(arrow -> arrow.from().equals(P0) && arrow.to().equals(P0));
            assertThat(timeline.slices())
                    .filteredOn(slice -> slice.name().equals("parked"))
                    .hasSizeGreaterThan(1);
            assertThat(scheduler.startTrace().stop().slices()).allMatch(slice -> slice.goroutine() == 0);
        }
    }

    /** A machine counts as parked before it writes down that it is. */
    private static void awaitThatAllWait(GmpScheduler scheduler) {
        List<Long> machines = Schedulers.awaitIdle(scheduler).machines().stream()
                .map(MachineSnapshot::id)
                .toList();
        await().until(() -> scheduler.machineStacks(machines).values().stream()
                .allMatch(stack ->
                        stack.stream().anyMatch(frame -> frame.getClassName().equals(LockSupport.class.getName()))));
    }

    @Test
    void aGoroutineThatParksAndIsReadied() throws Exception {
        Assumptions.assumeThat(dev.gmp.testkit.Modes.available()).contains(GoroutineMode.VIRTUAL);
        try (GmpScheduler scheduler = Unwatched.build(Schedulers.direct(1).goroutines(GoroutineMode.VIRTUAL));
                TraceRecording recording = scheduler.startTrace()) {
            scheduler
                    .submit(() -> {
                        Thread parked = Thread.currentThread();
                        scheduler.execute(() -> LockSupport.unpark(parked));
                        LockSupport.park();
                    })
                    .get();
            Schedulers.awaitIdle(scheduler);
            Timeline timeline = recording.stop();

            Timelines.assertSound(timeline);
            assertThat(timeline.slices())
                    .filteredOn(slice -> slice.lane().equals(P0))
                    .extracting(slice -> slice.goroutine() + " " + slice.end())
                    .containsExactly("1 parked", "2 ended", "1 ended");
            assertThat(timeline.arrows())
                    .filteredOn(arrow -> arrow.goroutine() == 1)
                    .hasSize(2);
        }
    }

    /** It is preempted, runs on without a processor, and others run on that. */
    @ParameterizedTest
    @MethodSource("dev.gmp.testkit.Modes#available")
    void aHogLosesItsProcessorAndGoesOn(GoroutineMode kind) throws Exception {
        try (GmpScheduler scheduler = Schedulers.direct(1).goroutines(kind).build();
                TraceRecording recording = scheduler.startTrace();
                AutoCloseable ending = () -> stop.set(true)) {
            scheduler.execute(new Hog());
            for (int i = 0; i < 10; i++) {
                scheduler.submit(new Child()).get();
            }
            Timeline timeline = recording.stop();

            Timelines.assertSound(timeline);
            assertThat(timeline.marks())
                    .anyMatch(mark -> mark.kind() == Mark.Kind.PREEMPTION
                            || mark.kind() == Mark.Kind.HANDOFF); // without a CPU it looks as if it blocked
            Slice onMachine = only(timeline, Hog.class, Lane.Kind.MACHINE);
            Slice onProcessor = only(timeline, Hog.class, Lane.Kind.PROCESSOR);
            assertThat(onMachine.end()).isEqualTo("recording ended");
            assertThat(onProcessor.end()).isEqualTo("lost processor");
            assertThat(onProcessor.endNanos()).isLessThan(onMachine.endNanos());
            assertThat(timeline.slices())
                    .filteredOn(slice -> slice.lane().equals(P0) && slice.name().equals(Child.class.getName()))
                    .hasSize(10)
                    .allMatch(slice -> slice.startNanos() >= onProcessor.endNanos());
        }
    }

    /** Neither its beginning nor its end is in the recording, and still it is the most important of all. */
    @Test
    void whatRunsAllTheTime() throws Exception {
        try (GmpScheduler scheduler = Unwatched.build(Schedulers.direct(2));
                AutoCloseable ending = () -> stop.set(true)) {
            Hog hog = new Hog();
            scheduler.execute(hog);
            hog.begun.await();
            TraceRecording recording = scheduler.startTrace();
            scheduler.submit(new Child()).get();
            Timeline timeline = recording.stop();

            Timelines.assertSound(timeline);
            for (Lane.Kind kind : List.of(Lane.Kind.MACHINE, Lane.Kind.PROCESSOR)) {
                Slice slice = only(timeline, Hog.class, kind);
                assertThat(slice.startNanos()).isZero();
                assertThat(slice.endNanos()).isEqualTo(timeline.length().toNanos());
            }
        }
    }

    @Test
    void whatEndsWithinTheRecordingHavingBegunBefore() throws Exception {
        try (GmpScheduler scheduler = Unwatched.build(Schedulers.direct(1));
                AutoCloseable ending = () -> stop.set(true)) {
            Hog hog = new Hog();
            scheduler.execute(hog);
            hog.begun.await();
            TraceRecording recording = scheduler.startTrace();
            stop.set(true);
            scheduler.submit(new Child()).get();
            Timeline timeline = recording.stop();

            Timelines.assertSound(timeline);
            assertThat(only(timeline, Hog.class, Lane.Kind.MACHINE).endNanos())
                    .isLessThanOrEqualTo(
                            only(timeline, Child.class, Lane.Kind.MACHINE).startNanos());
        }
    }

    @Test
    void resizesAndHandOffsAreMarked() throws Exception {
        try (GmpScheduler scheduler = Unwatched.build(Schedulers.direct(1));
                TraceRecording recording = scheduler.startTrace()) {
            scheduler
                    .submit(() -> {
                        scheduler.execute(new Child());
                        return Goroutines.blocking(() -> 1);
                    })
                    .get();
            scheduler.setMaxProcs(3);
            Timeline timeline = recording.stop();

            Timelines.assertSound(timeline);
            assertThat(timeline.marks())
                    .filteredOn(mark -> mark.kind() == Mark.Kind.RESIZE || mark.kind() == Mark.Kind.HANDOFF)
                    .extracting(mark -> mark.kind() + " " + mark.detail())
                    .containsExactly("HANDOFF of P0, before it blocks", "RESIZE from 1 to 3");
        }
    }

    @Test
    void whatFindsNoRoomIsCounted() throws Exception {
        try (GmpScheduler scheduler = Unwatched.build(Schedulers.direct(1))) {
            TraceRecording recording = scheduler.startTrace(1_000);
            for (int i = 0; i < 2_000; i++) {
                scheduler.submit(() -> {}).get();
            }
            Timeline timeline = recording.stop();
            assertThat(timeline.dropped()).isGreaterThan(1_000);
            assertThat(timeline.slices()).isNotEmpty().hasSizeLessThan(3_000);
        }
    }

    @Test
    void whatRunsAllTheTimeIsShownAlsoWhereNothingFindsRoomAnyMore() throws Exception {
        try (GmpScheduler scheduler = Unwatched.build(Schedulers.direct(2));
                AutoCloseable ending = () -> stop.set(true)) {
            Hog hog = new Hog();
            scheduler.execute(hog);
            hog.begun.await();
            TraceRecording recording = scheduler.startTrace(1_000);
            for (int i = 0; i < 2_000; i++) {
                scheduler.submit(() -> {}).get();
            }
            Timeline timeline = recording.stop();

            assertThat(timeline.dropped()).isPositive();
            Slice slice = only(timeline, Hog.class, Lane.Kind.MACHINE);
            assertThat(slice.startNanos()).isZero();
            assertThat(slice.endNanos()).isEqualTo(timeline.length().toNanos());
        }
    }

    /** Its machine runs others later, which the recording does not know. */
    @Test
    void aMachineWithMoreEventsThanRoomIsNotShownUntilTheEnd() throws Exception {
        try (GmpScheduler scheduler = Unwatched.build(Schedulers.direct(1))) {
            TraceRecording recording = scheduler.startTrace(2_000);
            scheduler
                    .submit(() -> {
                        for (int i = 0; i < 2_000; i++) {
                            scheduler.execute(new Child());
                        }
                    })
                    .get();
            Timeline timeline = recording.stop();

            Timelines.assertSound(timeline);
            assertThat(timeline.slices())
                    .filteredOn(slice -> slice.goroutine() == 1)
                    .extracting(Slice::end)
                    .containsExactly("no more room", "no more room");
        }
    }

    @Test
    void thereIsOneRecordingAtATime() {
        try (GmpScheduler scheduler = Schedulers.direct(1).build()) {
            TraceRecording first = scheduler.startTrace();
            assertThatThrownBy(scheduler::startTrace)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("scheduler test is being recorded already");
            assertThat(first.stop()).isSameAs(first.stop());
            scheduler.startTrace().close();
            assertThatThrownBy(() -> scheduler.startTrace(999)).isInstanceOf(IllegalArgumentException.class);
        }
    }

    /** Everything at once on three processors, with recordings that begin and end anywhere in it. */
    @ParameterizedTest
    @MethodSource("dev.gmp.testkit.Modes#available")
    void recordingsOfASchedulerInFullSwingAreSound(GoroutineMode kind) throws Exception {
        try (GmpScheduler scheduler = Schedulers.direct(3).goroutines(kind).build()) {
            CountDownLatch ended = new CountDownLatch(4);
            for (int i = 0; i < 4; i++) {
                scheduler.execute(new Churn(scheduler, ended));
            }
            try {
                for (int i = 0; i < 5; i++) {
                    try (TraceRecording recording = scheduler.startTrace()) {
                        for (int task = 0; task < 50; task++) {
                            scheduler.submit(new Child()).get();
                        }
                        Timeline timeline = recording.stop();
                        Timelines.assertSound(timeline);
                        if (timeline.dropped() == 0) {
                            assertThat(timeline.slices())
                                    .filteredOn(slice -> slice.lane().kind() == Lane.Kind.MACHINE
                                            && slice.name().equals(Child.class.getName())
                                            && List.of("ended", "recording ended")
                                                    .contains(slice.end()))
                                    .hasSizeGreaterThanOrEqualTo(50);
                        }
                    }
                }
            } finally {
                stop.set(true);
            }
            assertThat(ended.await(60, TimeUnit.SECONDS)).isTrue();
        }
    }

    private static List<String> goroutines(Timeline timeline, Lane lane) {
        return timeline.slices().stream()
                .filter(slice -> slice.lane().equals(lane) && slice.goroutine() != 0)
                .map(slice -> "%s %s %d-%d".formatted(slice.name(), slice.end(), slice.startNanos(), slice.endNanos()))
                .toList();
    }

    private static Slice only(Timeline timeline, Class<?> task, Lane.Kind kind) {
        List<Slice> found = timeline.slices().stream()
                .filter(slice ->
                        slice.name().equals(task.getName()) && slice.lane().kind() == kind)
                .toList();
        assertThat(found).hasSize(1);
        return found.get(0);
    }

    private record Parent(GmpScheduler scheduler) implements Runnable {

        @Override
        public void run() {
            for (int i = 0; i < 3; i++) {
                scheduler.execute(new Child());
            }
        }
    }

    private static final class Child implements Runnable {

        @Override
        public void run() {}
    }

    private final class Hog implements Runnable {

        final CountDownLatch begun = new CountDownLatch(1);

        @Override
        public void run() {
            begun.countDown();
            while (!stop.get()) {
                Thread.onSpinWait();
            }
        }
    }

    /** Computes, forks, yields, blocks with and without saying so. */
    private final class Churn implements Runnable {

        private final GmpScheduler scheduler;
        private final CountDownLatch ended;

        Churn(GmpScheduler scheduler, CountDownLatch ended) {
            this.scheduler = scheduler;
            this.ended = ended;
        }

        @Override
        public void run() {
            for (int round = 0; !stop.get(); round++) {
                CountDownLatch forked = new CountDownLatch(5);
                for (int i = 0; i < 5; i++) {
                    scheduler.execute(forked::countDown);
                }
                switch (round % 4) {
                    case 0 -> Goroutines.checkpoint();
                    case 1 -> Goroutines.yield();
                    case 2 -> LockSupport.parkNanos(50_000);
                    default -> Latches.await(forked);
                }
            }
            ended.countDown();
        }
    }
}
