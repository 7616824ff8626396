package dev.gmp.observe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gmp.GmpScheduler;
import dev.gmp.config.GoroutineMode;
import dev.gmp.observe.trace.Timeline;
import dev.gmp.observe.trace.Timeline.Mark;
import dev.gmp.observe.trace.TraceRecording;
import dev.gmp.testkit.Schedulers;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A recording has the stack of a goroutine that lost its processor. */
class TraceStackTest {

    private final AtomicBoolean stop = new AtomicBoolean();

    /** The mark says where in the code. */
    @ParameterizedTest
    @MethodSource("dev.gmp.testkit.Modes#available")
    void whatAHogWasDoingWhenItLostItsProcessor(GoroutineMode kind) throws Exception {
        try (GmpScheduler scheduler = Schedulers.direct(1).goroutines(kind).build();
                TraceRecording recording = scheduler.startTrace();
                AutoCloseable ending = () -> stop.set(true)) {
            scheduler.execute(() -> computeDeep(2 * Mark.MOST_FRAMES));
            scheduler.submit(() -> {}).get();
            Schedulers.await(
                    scheduler,
                    now -> now.recentLosses().stream()
                            .anyMatch(loss -> loss.stack().size() > Mark.MOST_FRAMES));
            Timeline timeline = recording.stop();

            assertThat(timeline.marks())
                    .filteredOn(mark -> !mark.stack().isEmpty())
                    .isNotEmpty()
                    .allMatch(mark -> mark.kind() == Mark.Kind.PREEMPTION || mark.kind() == Mark.Kind.HANDOFF)
                    .anySatisfy(mark -> assertThat(mark.stack())
                            .hasSize(Mark.MOST_FRAMES)
                            .anyMatch(frame -> frame.getMethodName().equals("computeDeep")));
        }
    }

    private void computeDeep(int depth) {
        if (depth > 0) {
            computeDeep(depth - 1);
        }
        while (!stop.get()) {
            Thread.onSpinWait();
        }
    }
}
