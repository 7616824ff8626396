package dev.gmp.spring.endpoint;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import dev.gmp.observe.ProcessorLoss;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A goroutine that lost its processor, or takes one up by yielding, as the endpoint shows it.
 *
 * @param kind {@code preemption}: it computed for too long; {@code handoff}: it blocked; {@code yields}: it yielded again and
 *     again
 * @param task the class of its task, or null
 * @param labels its labels by key; empty if stacks must not be shown
 * @param ran how long it had been running; of {@code yields}, how long its processor had seen such yields
 * @param stack what it was doing, innermost frame first; null if it was not looked at, or must not be shown
 * @since 0.1
 */
@JsonInclude(Include.ALWAYS)
public record LossDescriptor(
        Instant time,
        String kind,
        int processor,
        long machine,
        String thread,
        @Nullable String task,
        Map<String, String> labels,
        Duration ran,
        @Nullable List<String> stack) {

    static LossDescriptor of(ProcessorLoss loss, boolean showStack) {
        return new LossDescriptor(
                loss.time().truncatedTo(ChronoUnit.MILLIS),
                loss.kind().name().toLowerCase(Locale.ROOT),
                loss.processor(),
                loss.machine(),
                loss.threadName(),
                loss.task(),
                showStack ? loss.labels() : Map.of(),
                loss.ran().truncatedTo(ChronoUnit.MICROS),
                showStack && !loss.stack().isEmpty() ? MachineDescriptor.frames(loss.stack()) : null);
    }
}
