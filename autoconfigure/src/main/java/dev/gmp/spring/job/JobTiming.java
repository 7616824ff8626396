package dev.gmp.spring.job;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.springframework.scheduling.Trigger;
import org.springframework.scheduling.support.SimpleTriggerContext;

/**
 * When a job runs. Delays are nanoseconds from the moment of the question, and not positive for at once. Each belongs to
 * one job and is asked by one run after the other, so it needs no locks.
 */
public interface JobTiming {

    /** Empty if the job never runs. */
    OptionalLong firstDelay();

    /** Whether a run may be followed by another. */
    default boolean repeats() {
        return true;
    }

    default void begins() {}

    /** Since a run has ended. Empty if there is no further one. */
    OptionalLong nextDelay();

    /** The run that was due was kept back, and is due now. */
    default void resumes() {}

    /** The same as a number; a time too far away to be one is as far as a number goes. */
    static long nanos(Duration duration) {
        return TimeUnit.NANOSECONDS.convert(duration);
    }

    record Once(long delay) implements JobTiming {

        @Override
        public OptionalLong firstDelay() {
            return OptionalLong.of(delay);
        }

        @Override
        public boolean repeats() {
            return false;
        }

        @Override
        public OptionalLong nextDelay() {
            return OptionalLong.empty();
        }
    }

    /** A delay between the end of a run and the beginning of the next. */
    record FixedDelay(long initialDelay, long delay) implements JobTiming {

        @Override
        public OptionalLong firstDelay() {
            return OptionalLong.of(initialDelay);
        }

        @Override
        public OptionalLong nextDelay() {
            return OptionalLong.of(delay);
        }
    }

    /** A period between the times at which runs are due. Those that are late follow at once, except after a pause. */
    final class FixedRate implements JobTiming {

        private static final long LONGEST = Long.MAX_VALUE / 2;

        private final long initialDelay;
        private final long period;

        /** When the present run was due, as {@link System#nanoTime}. */
        private long due;

        public FixedRate(long initialDelay, long period) {
            this.initialDelay = initialDelay;
            this.period = Math.min(period, LONGEST);
        }

        @Override
        public OptionalLong firstDelay() {
            due = System.nanoTime() + Math.min(Math.max(0, initialDelay), LONGEST);
            return OptionalLong.of(initialDelay);
        }

        @Override
        public OptionalLong nextDelay() {
            due += period;
            return OptionalLong.of(due - System.nanoTime());
        }

        @Override
        public void resumes() {
            due = System.nanoTime();
        }
    }

    /** The times that a trigger names, on a clock. */
    final class Triggered implements JobTiming {

        private final Trigger trigger;
        private final Clock clock;
        private final SimpleTriggerContext context;
        private @Nullable Instant scheduled;
        private @Nullable Instant begun;

        public Triggered(Trigger trigger, Clock clock) {
            this.trigger = trigger;
            this.clock = clock;
            this.context = new SimpleTriggerContext(clock);
        }

        @Override
        public OptionalLong firstDelay() {
            Instant next = trigger.nextExecution(context);
            scheduled = next;
            return next == null
                    ? OptionalLong.empty()
                    : OptionalLong.of(nanos(Duration.between(clock.instant(), next)));
        }

        @Override
        public void begins() {
            begun = clock.instant();
        }

        /** A trigger may count from the time that it named last. */
        @Override
        public void resumes() {
            scheduled = clock.instant();
        }

        @Override
        public OptionalLong nextDelay() {
            context.update(scheduled, begun, clock.instant());
            return firstDelay();
        }
    }
}
