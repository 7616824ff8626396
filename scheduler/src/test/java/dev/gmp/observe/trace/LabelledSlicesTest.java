package dev.gmp.observe.trace;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gmp.GmpScheduler;
import dev.gmp.Goroutines;
import dev.gmp.config.GoroutineMode;
import dev.gmp.observe.SchedulerListener;
import dev.gmp.observe.trace.Timeline.Lane;
import dev.gmp.observe.trace.Timeline.Mark;
import dev.gmp.observe.trace.Timeline.Slice;
import dev.gmp.testkit.Schedulers;
import dev.gmp.testkit.Timelines;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A goroutine that gets its labels after it began, and has none when it ends, is found by them all the same. */
class LabelledSlicesTest {

    private static final String MODES = "dev.gmp.testkit.Modes#available";
    private static final String TRACE = "00f067aa0ba902b7a3ce929d0e0e4736";
    private static final String SPAN = "f0000000000000b7";
    private static final String IDS = "spanId=" + SPAN + ", traceId=" + TRACE;

    private final AtomicBoolean stop = new AtomicBoolean();

    @ParameterizedTest
    @MethodSource(MODES)
    void inARecording(GoroutineMode kind) throws Exception {
        try (GmpScheduler scheduler = Schedulers.direct(1).goroutines(kind).build();
                TraceRecording recording = scheduler.startTrace()) {
            runHogs(scheduler);
            Timeline timeline = recording.stop();

            Timelines.assertSound(timeline);
            assertThat(slicesOfHogs(timeline, Lane.Kind.MACHINE)).isNotEmpty().allMatch(LabelledSlicesTest::hasIds);
            assertThat(slicesOfHogs(timeline, Lane.Kind.PROCESSOR)).anyMatch(LabelledSlicesTest::hasIds);
            assertThat(timeline.marks())
                    .filteredOn(LabelledSlicesTest::isLoss)
                    .extracting(Mark::detail)
                    .contains("of P0 {" + IDS + "}");
        }
    }

    /** One in 64 is timed, so there are many of them; each loss is there. */
    @ParameterizedTest
    @MethodSource(MODES)
    void inTheFlightRecorder(GoroutineMode kind) throws Exception {
        try (GmpScheduler scheduler = Schedulers.direct(1).goroutines(kind).build()) {
            CountDownLatch ended = new CountDownLatch(640);
            for (int i = 0; i < 640; i++) {
                scheduler.execute(() -> withLabels(ended::countDown));
            }
            ended.await();
            runHogs(scheduler);
            Schedulers.awaitIdle(scheduler);
            Timeline timeline = scheduler.recorder().snapshot();

            Timelines.assertSound(timeline);
            assertThat(timeline.slices())
                    .filteredOn(slice -> slice.name().startsWith(LabelledSlicesTest.class.getName() + "$$Lambda"))
                    .isNotEmpty()
                    .allMatch(LabelledSlicesTest::hasIds);
            assertThat(timeline.marks())
                    .filteredOn(LabelledSlicesTest::isLoss)
                    .extracting(Mark::detail)
                    .anyMatch(detail -> detail.matches("of P0: \\S+Hog \\{" + IDS + "} ran for \\d+ ms"));
        }
    }

    @ParameterizedTest
    @MethodSource(MODES)
    void byListeners(GoroutineMode kind) throws Exception {
        Queue<Map<String, String>> latencies = new ConcurrentLinkedQueue<>();
        Queue<Map<String, String>> slices = new ConcurrentLinkedQueue<>();
        try (GmpScheduler scheduler = Schedulers.direct(1).goroutines(kind).build()) {
            scheduler.addListener(new SchedulerListener() {
                @Override
                public void schedulingLatency(Duration latency, Map<String, String> labels) {
                    latencies.add(labels);
                }

                @Override
                public void sliceLength(Duration length, Map<String, String> labels) {
                    slices.add(labels);
                }
            });
            CountDownLatch ended = new CountDownLatch(1_280);
            for (int i = 0; i < 640; i++) {
                scheduler.execute(() -> withLabels(() -> {
                    scheduler.execute(ended::countDown);
                    ended.countDown();
                }));
            }
            ended.await();
            Schedulers.awaitIdle(scheduler);
        }
        Map<String, String> ids = Map.of("traceId", TRACE, "spanId", SPAN);
        assertThat(latencies).isNotEmpty().allMatch(ids::equals);
        assertThat(slices).isNotEmpty().allMatch(ids::equals);
    }

    /** Each until it has lost its processor and ended. One of them may lose it before it has labels. */
    private void runHogs(GmpScheduler scheduler) throws Exception {
        for (int i = 0; i < 3; i++) {
            stop.set(false);
            scheduler.execute(new Hog());
            scheduler.submit(() -> {}).get(); // on the processor that it lost
            stop.set(true);
            Schedulers.awaitIdle(scheduler);
        }
    }

    private static void withLabels(Runnable work) {
        Goroutines.label("traceId", TRACE);
        Goroutines.label("spanId", SPAN);
        try {
            work.run();
        } finally {
            Goroutines.label("spanId", null);
            Goroutines.label("traceId", null);
        }
    }

    private static List<Slice> slicesOfHogs(Timeline timeline, Lane.Kind lane) {
        return timeline.slices().stream()
                .filter(slice -> slice.lane().kind() == lane && slice.name().startsWith(Hog.class.getName()))
                .toList();
    }

    private static boolean hasIds(Slice slice) {
        return slice.name().endsWith(" {" + IDS + "}");
    }

    private static boolean isLoss(Mark mark) {
        return mark.kind() == Mark.Kind.PREEMPTION || mark.kind() == Mark.Kind.HANDOFF;
    }

    private final class Hog implements Runnable {

        @Override
        public void run() {
            withLabels(() -> {
                while (!stop.get()) {
                    Thread.onSpinWait();
                }
            });
        }
    }
}
