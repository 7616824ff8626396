package dev.gmp.spring.endpoint;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import dev.gmp.config.BulkheadConfig;
import dev.gmp.observe.BulkheadSnapshot;
import org.jspecify.annotations.Nullable;

/**
 * One bulkhead, below its scheduler.
 *
 * @param live goroutines that hold a slot, parked ones included
 * @param queued tasks that wait for one
 * @param queueCapacity null means no limit
 * @param admissionWait of all admitted tasks, of which most may not have waited at all
 * @since 0.1
 */
@JsonInclude(Include.ALWAYS)
public record BulkheadDescriptor(
        String name,
        String phase,
        int live,
        int maxGoroutines,
        int queued,
        @Nullable Integer queueCapacity,
        long admitted,
        long delayed,
        long completed,
        long withdrawn,
        long rejections,
        SchedulerDescriptor.Latency admissionWait,
        String goroutines,
        String rejectionPolicy) {

    static BulkheadDescriptor of(BulkheadSnapshot snapshot) {
        BulkheadConfig settings = snapshot.settings();
        return new BulkheadDescriptor(
                snapshot.name(),
                SchedulerDescriptor.lowerCase(snapshot.phase()),
                snapshot.live(),
                settings.maxGoroutines(),
                snapshot.queued(),
                SchedulerDescriptor.orNull(settings.queueCapacity()),
                snapshot.admitted(),
                snapshot.delayed(),
                snapshot.completed(),
                snapshot.withdrawn(),
                snapshot.rejections(),
                SchedulerDescriptor.Latency.of(snapshot.admissionWait()),
                SchedulerDescriptor.lowerCase(settings.goroutines()),
                SchedulerDescriptor.lowerCase(settings.rejectionPolicy()));
    }
}
