package dev.gmp.channel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gmp.GmpScheduler;
import dev.gmp.Unwatched;
import dev.gmp.config.GoroutineMode;
import dev.gmp.observe.trace.Timeline;
import dev.gmp.observe.trace.Timeline.Arrow;
import dev.gmp.observe.trace.Timeline.Slice;
import dev.gmp.observe.trace.TraceRecording;
import dev.gmp.testkit.Modes;
import dev.gmp.testkit.Schedulers;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

/** A trace shows that a goroutine waits for a channel, and by which goroutine it went on. */
class ChannelArrowTest {

    @Test
    void anArrowLeadsFromTheSenderToTheReceiver() throws Exception {
        Assumptions.assumeTrue(Modes.available().anyMatch(GoroutineMode.VIRTUAL::equals));
        Channel<Integer> channel = Channel.unbuffered();
        try (GmpScheduler scheduler = Unwatched.build(Schedulers.direct(1).goroutines(GoroutineMode.VIRTUAL))) {
            Future<Integer> receiving = scheduler.submit(() -> channel.receive());
            Schedulers.awaitIdle(scheduler);
            TraceRecording recording = scheduler.startTrace();
            scheduler.submit(new Sender(channel)).get();
            assertThat(receiving.get()).isEqualTo(1);
            Schedulers.awaitIdle(scheduler);
            Timeline timeline = recording.stop();

            Slice sender = timeline.slices().stream()
                    .filter(slice -> slice.name().contains("Sender"))
                    .findFirst()
                    .orElseThrow();
            assertThat(timeline.arrows()).anyMatch(arrow -> leaves(sender, arrow));
        }
    }

    @Test
    void aSliceSaysThatItEndedToWaitForAChannel() throws Exception {
        Assumptions.assumeTrue(Modes.available().anyMatch(GoroutineMode.VIRTUAL::equals));
        Channel<Integer> channel = Channel.unbuffered();
        try (GmpScheduler scheduler = Unwatched.build(Schedulers.direct(1).goroutines(GoroutineMode.VIRTUAL))) {
            TraceRecording recording = scheduler.startTrace();
            Future<Void> sending = scheduler.submit(new Sender(channel));
            Schedulers.awaitIdle(scheduler);
            Timeline timeline = recording.stop();
            assertThat(channel.receive()).isEqualTo(1);
            sending.get();

            assertThat(timeline.slices())
                    .filteredOn(slice -> slice.name().contains("Sender"))
                    .extracting(Slice::end)
                    .containsOnly("parked: channel send");
        }
    }

    private static boolean leaves(Slice sender, Arrow arrow) {
        return arrow.goroutine() != sender.goroutine()
                && arrow.fromNanos() >= sender.startNanos()
                && arrow.fromNanos() <= sender.endNanos();
    }

    private record Sender(Channel<Integer> channel) implements java.util.concurrent.Callable<Void> {

        @Override
        public Void call() throws InterruptedException {
            channel.send(1);
            return null;
        }
    }
}
