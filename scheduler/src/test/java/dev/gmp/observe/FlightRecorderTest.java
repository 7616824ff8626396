package dev.gmp.observe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.gmp.GmpScheduler;
import dev.gmp.Goroutines;
import dev.gmp.Unwatched;
import dev.gmp.config.GoroutineMode;
import dev.gmp.observe.trace.FlightRecorder;
import dev.gmp.observe.trace.Timeline;
import dev.gmp.observe.trace.Timeline.Lane;
import dev.gmp.observe.trace.Timeline.Mark;
import dev.gmp.observe.trace.Timeline.Slice;
import dev.gmp.observe.trace.TraceRecording;
import dev.gmp.testkit.Schedulers;
import dev.gmp.testkit.Timelines;
import java.io.StringWriter;
import java.io.Writer;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What the flight recorder keeps of known workloads. */
class FlightRecorderTest {

    private static final Lane P0 = new Lane(Lane.Kind.PROCESSOR, 0);

    private final AtomicBoolean stop = new AtomicBoolean();

    @Test
    void whereItIsOffItSaysSo() {
        try (GmpScheduler scheduler = Schedulers.direct(1).recorder(false).build()) {
            FlightRecorder recorder = scheduler.recorder();

            assertThat(recorder.isEnabled()).isFalse();
            assertThatThrownBy(recorder::snapshot)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage("the flight recorder of scheduler test is off");
        }
    }

    /** Those that the scheduler times are counted by its histogram of latencies. */
    @ParameterizedTest
    @MethodSource("dev.gmp.testkit.Modes#available")
    void itKeepsEachTimedGoroutineWithItsNameAndProcessor(GoroutineMode kind) throws Exception {
        try (GmpScheduler scheduler = Unwatched.build(Schedulers.direct(1).goroutines(kind))) {
            run(scheduler, 6_400);
            Schedulers.awaitIdle(scheduler);
            Timeline timeline = scheduler.recorder().snapshot();

            Timelines.assertSound(timeline);
            assertThat(timeline.scheduler()).isEqualTo("test");
            assertThat(timeline.dropped()).isZero();
            List<Slice> onMachines = goroutines(timeline, Lane.Kind.MACHINE);
            assertThat(onMachines)
                    .hasSize((int) LongStream.of(
                                    scheduler.snapshot().schedulingLatency().counts())
                            .sum())
                    .hasSizeGreaterThan(50)
                    .allMatch(slice -> slice.name().equals(Task.class.getName()))
                    .allMatch(slice -> slice.end().equals("ended"));
            assertThat(goroutines(timeline, Lane.Kind.PROCESSOR))
                    .allMatch(slice -> slice.lane().equals(P0))
                    .hasSameSizeAs(onMachines);
            assertThat(timeline.arrows()).hasSameSizeAs(onMachines);
        }
    }

    @Test
    void aProcessorIsAcquiredAndReleasedInTurn() throws Exception {
        try (GmpScheduler scheduler = Unwatched.build(Schedulers.direct(1))) {
            for (int i = 0; i < 5; i++) {
                scheduler.submit(new Task()).get();
                Schedulers.awaitIdle(scheduler);
            }
            List<Mark> marks = scheduler.recorder().snapshot().marks();

            assertThat(marks).isSortedAccordingTo(Comparator.comparingLong(Mark::nanos));
            assertThat(marks).hasSizeGreaterThanOrEqualTo(10);
            for (int i = 0; i < marks.size(); i++) {
                assertThat(marks.get(i).kind()).isEqualTo(i % 2 == 0 ? Mark.Kind.ACQUIRE : Mark.Kind.RELEASE);
                assertThat(marks.get(i).detail()).isEqualTo("P0");
            }
        }
    }

    /** Though it is not timed: each loss of a processor is kept. */
    @ParameterizedTest
    @MethodSource("dev.gmp.testkit.Modes#available")
    void aHogIsNamedThatLostItsProcessor(GoroutineMode kind) throws Exception {
        try (GmpScheduler scheduler = Schedulers.direct(1).goroutines(kind).build();
                AutoCloseable ending = () -> stop.set(true)) {
            scheduler.execute(new Hog());
            scheduler.submit(new Task()).get();

            assertThat(scheduler.recorder().snapshot().marks())
                    .filteredOn(mark -> mark.kind() == Mark.Kind.PREEMPTION || mark.kind() == Mark.Kind.HANDOFF)
                    .extracting(Mark::detail)
                    .anyMatch(detail -> detail.matches("of P0: .*FlightRecorderTest\\$Hog ran for \\d+ ms"));
        }
    }

    @Test
    void aResizeIsKept() {
        try (GmpScheduler scheduler = Schedulers.direct(1).build()) {
            scheduler.setMaxProcs(3);

            assertThat(scheduler.recorder().snapshot().marks())
                    .extracting(mark -> mark.kind() + " " + mark.detail())
                    .contains("RESIZE from 1 to 3");
        }
    }

    /** The rings are overwritten many times while they are read. */
    @ParameterizedTest
    @MethodSource("dev.gmp.testkit.Modes#available")
    void whatIsReadInFullSwingIsSound(GoroutineMode kind) throws Exception {
        int most = (int) FlightRecorder.LEAST_BYTES / 32;
        try (GmpScheduler scheduler = Schedulers.direct(3)
                .goroutines(kind)
                .recorderBytes(FlightRecorder.LEAST_BYTES)
                .build()) {
            CountDownLatch ended = new CountDownLatch(4);
            for (int i = 0; i < 4; i++) {
                scheduler.execute(new Churn(scheduler, ended));
            }
            try {
                long last = 0;
                for (int i = 0; i < 4; i++) {
                    run(scheduler, 5_000);
                    Timeline timeline = scheduler.recorder().snapshot();
                    Timelines.assertSound(timeline);
                    assertThat(goroutines(timeline, Lane.Kind.MACHINE)).hasSizeBetween(1, most);
                    long ends = timeline.began().plus(timeline.length()).toEpochMilli();
                    assertThat(ends).isGreaterThanOrEqualTo(last);
                    last = ends;
                }
            } finally {
                stop.set(true);
                ended.await();
            }
        }
    }

    /** The last task reads while the machine holds the processor, and its acquiring was overwritten long ago. */
    @Test
    void aProcessorIsKnownThatWasAcquiredBeforeTheOldestEvent() throws Exception {
        int tasks = 200_000;
        AtomicInteger left = new AtomicInteger(tasks);
        CompletableFuture<Timeline> read = new CompletableFuture<>();
        try (GmpScheduler scheduler = Unwatched.build(Schedulers.direct(1).recorderBytes(FlightRecorder.LEAST_BYTES))) {
            Runnable task = () -> {
                if (left.decrementAndGet() == 0) {
                    read.complete(scheduler.recorder().snapshot());
                }
            };
            scheduler.execute(() -> {
                for (int i = 0; i < tasks; i++) {
                    scheduler.execute(task);
                }
            });
            Timeline timeline = read.get();

            Timelines.assertSound(timeline);
            assertThat(timeline.marks()).isEmpty();
            assertThat(goroutines(timeline, Lane.Kind.PROCESSOR)).hasSizeGreaterThan(1_000);
        }
    }

    @Test
    void aFileHasTheSameAndMayBeCut() throws Exception {
        try (GmpScheduler scheduler = Unwatched.build(Schedulers.direct(1))) {
            run(scheduler, 100_000);
            Schedulers.awaitIdle(scheduler);
            StringBuilder all = new StringBuilder();
            TraceRecording.Written whole = scheduler.recorder().writeTo(all, Long.MAX_VALUE);
            StringBuilder part = new StringBuilder();
            TraceRecording.Written cut = scheduler.recorder().writeTo(part, TraceRecording.LEAST_FILE_BYTES);

            assertThat(whole.cut()).isFalse();
            assertThat(all.toString().lines().filter(line -> line.contains("\"end\":\"ended\"")))
                    .hasSize(2
                            * goroutines(scheduler.recorder().snapshot(), Lane.Kind.MACHINE)
                                    .size());
            assertThat(cut.cut()).isTrue();
            assertThat(part.toString().getBytes(StandardCharsets.UTF_8))
                    .hasSizeLessThanOrEqualTo((int) TraceRecording.LEAST_FILE_BYTES);
            assertThat(part)
                    .contains("\"name\":\"file full\"", "earlier events are left out")
                    .endsWith("\n]}\n");
            assertThatThrownBy(() -> scheduler.recorder().writeTo(part, 99_999))
                    .isInstanceOf(IllegalArgumentException.class);
        }
    }

    /** Together they could take more heap than each has found free. Here the first one ends only after the second one. */
    @Test
    void aReaderWaitsForTheOneBeforeButNotForEver() throws Exception {
        try (GmpScheduler scheduler = Schedulers.direct(1).build()) {
            AtomicLong waits = new AtomicLong();
            Thread second = new Thread(() -> {
                scheduler.recorder().snapshot();
                long id = Thread.currentThread().getId();
                waits.set(ManagementFactory.getThreadMXBean().getThreadInfo(id).getWaitedCount());
            });
            Writer slow = new StringWriter() {
                @Override
                public void write(String text) {
                    if (second.getState() == Thread.State.NEW) {
                        second.start();
                        await().until(() -> second.getState() == Thread.State.TERMINATED);
                    }
                }
            };
            scheduler.recorder().writeTo(slow, TraceRecording.LEAST_FILE_BYTES);
            assertThat(waits).hasPositiveValue();
        }
    }

    private static void run(GmpScheduler scheduler, int tasks) throws InterruptedException {
        CountDownLatch done = new CountDownLatch(tasks);
        for (int i = 0; i < tasks; i++) {
            scheduler.execute(new Task(done));
        }
        done.await();
    }

    private static List<Slice> goroutines(Timeline timeline, Lane.Kind kind) {
        return timeline.slices().stream()
                .filter(slice -> slice.lane().kind() == kind && slice.goroutine() > 0)
                .toList();
    }

    private record Task(CountDownLatch done) implements Runnable {

        Task() {
            this(new CountDownLatch(1));
        }

        @Override
        public void run() {
            done.countDown();
        }
    }

    private final class Hog implements Runnable {

        @Override
        public void run() {
            while (!stop.get()) {
                Thread.onSpinWait();
            }
        }
    }

    /** Starts others, gives way and blocks. */
    private final class Churn implements Runnable {

        private final GmpScheduler scheduler;
        private final CountDownLatch ended;

        Churn(GmpScheduler scheduler, CountDownLatch ended) {
            this.scheduler = scheduler;
            this.ended = ended;
        }

        @Override
        public void run() {
            for (int i = 0; i < 50; i++) {
                scheduler.execute(new Task());
            }
            Goroutines.yield();
            LockSupport.parkNanos(50_000);
            if (stop.get()) {
                ended.countDown();
            } else {
                scheduler.execute(this);
            }
        }
    }
}
