package dev.gmp.spring.metrics;

import static dev.gmp.spring.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.gmp.GmpScheduler;
import dev.gmp.config.GoroutineMode;
import dev.gmp.spring.BusyTask;
import java.lang.management.ManagementFactory;
import javax.management.JMException;
import javax.management.ObjectName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;

/** What Micrometer's {@code jvm.threads.virtual.live} and Boot's info about the process read has no goroutine in it. */
class JdkSchedulerMetersTests {

    private static final int GOROUTINES = 1_000;

    @Test
    @EnabledForJreRange(minVersion = 24) // has this MXBean
    void goroutinesAreNoThreadsOfTheJdksScheduler() throws JMException {
        try (GmpScheduler scheduler = GmpScheduler.builder()
                .goroutines(GoroutineMode.VIRTUAL)
                .maxProcs(1)
                .maxMachines(1)
                .build()) {
            BusyTask busy = BusyTask.on(scheduler);
            for (int i = 0; i < GOROUTINES; i++) {
                scheduler.execute(() -> {});
            }
            await().until(() -> scheduler.snapshot().goroutines().runnable() == GOROUTINES);
            assertThat(number("QueuedVirtualThreadCount")).isLessThan(GOROUTINES);
            busy.release();
        }
    }

    private static long number(String attribute) throws JMException {
        ObjectName bean = new ObjectName("jdk.management:type=VirtualThreadScheduler");
        return ((Number) ManagementFactory.getPlatformMBeanServer().getAttribute(bean, attribute)).longValue();
    }
}
