package dev.gmp.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.gmp.GmpScheduler;
import dev.gmp.SchedulerBuilder;
import java.lang.reflect.Constructor;
import java.lang.reflect.RecordComponent;
import java.time.Duration;
import java.util.OptionalInt;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** A setting out of its range fails at the start, and says which, what it was, and what it may be. */
class SettingsTest {

    static Stream<Arguments> outOfRange() {
        return Stream.of(
                setting("name", "''", b -> b.name("")),
                setting("name", "'  '", b -> b.name("  ")),
                setting("max-procs", "0", b -> b.maxProcs(0)),
                setting("max-procs", "-1", b -> b.maxProcs(-1)),
                setting("max-procs", "1025", b -> b.maxProcs(1025)),
                setting("time-slice", "PT0S", b -> b.timeSlice(Duration.ZERO)),
                setting("time-slice", "PT-1S", b -> b.timeSlice(Duration.ofSeconds(-1))),
                setting("time-slice", "PT0.000099999S", b -> b.timeSlice(Duration.ofNanos(99_999))),
                setting("time-slice", "PT10.001S", b -> b.timeSlice(Duration.ofMillis(10_001))),
                setting("max-machines", "3", b -> b.maxProcs(4).maxMachines(3)),
                setting("max-machines", "1000001", b -> b.maxMachines(1_000_001)),
                setting("machine-keep-alive", "PT0S", b -> b.machineKeepAlive(Duration.ZERO)),
                setting("machine-keep-alive", "PT8784H", b -> b.machineKeepAlive(Duration.ofDays(366))),
                setting("queue-capacity", "0", b -> b.queueCapacity(0)),
                setting("queue-capacity", "-7", b -> b.queueCapacity(-7)),
                setting("idle-queue-capacity", "0", b -> b.idleQueueCapacity(0)),
                setting("schedtrace-interval", "PT0.009S", b -> b.schedtraceInterval(Duration.ofMillis(9))),
                setting("schedtrace-interval", "PT-1S", b -> b.schedtraceInterval(Duration.ofSeconds(-1))),
                setting("schedtrace-interval", "PT8784H", b -> b.schedtraceInterval(Duration.ofDays(366))),
                setting("stall-after", "PT0.999S", b -> b.stallAfter(Duration.ofMillis(999))),
                setting("stall-after", "PT-1S", b -> b.stallAfter(Duration.ofSeconds(-1))),
                setting("stall-after", "PT8784H", b -> b.stallAfter(Duration.ofDays(366))),
                setting("leaks.interval", "PT0.999S", b -> b.leakInterval(Duration.ofMillis(999))),
                setting("leaks.interval", "PT1H1M", b -> b.leakInterval(Duration.ofMinutes(61))),
                setting("leaks.threshold", "PT0S", b -> b.leakThreshold(Duration.ZERO)),
                setting("leaks.threshold", "PT8784H", b -> b.leakThreshold(Duration.ofDays(366))),
                setting("overtime-nice", "0", b -> b.overtimeNice(0)),
                setting("overtime-nice", "20", b -> b.overtimeNice(20)),
                setting("recorder-bytes", "65535", b -> b.recorderBytes(65_535)),
                setting("recorder-bytes", "268435457", b -> b.recorderBytes(268_435_457)));
    }

    @ParameterizedTest
    @MethodSource("outOfRange")
    void aValueOutOfRangeIsNamed(String setting, String value, UnaryOperator<SchedulerBuilder> change) {
        SchedulerBuilder builder = change.apply(GmpScheduler.builder());

        assertThatThrownBy(builder::build)
                .isInstanceOfSatisfying(InvalidSettingException.class, e -> {
                    assertThat(e.setting()).isEqualTo(setting);
                    assertThat(e.value()).isEqualTo(value);
                    assertThat(e.range()).isNotBlank();
                })
                .hasMessageContaining(setting)
                .hasMessageContaining(value);
    }

    static Stream<Arguments> atTheEdge() {
        return Stream.of(
                setting("max-procs", "1", b -> b.maxProcs(1)),
                setting("max-procs", "1024", b -> b.maxProcs(1024)),
                setting("time-slice", "100 us", b -> b.timeSlice(Duration.ofNanos(100_000))),
                setting("time-slice", "10 s", b -> b.timeSlice(Duration.ofSeconds(10))),
                setting("max-machines", "as procs", b -> b.maxProcs(4).maxMachines(4)),
                setting("max-machines", "1000000", b -> b.maxMachines(1_000_000)),
                setting("machine-keep-alive", "1 ms", b -> b.machineKeepAlive(Duration.ofMillis(1))),
                setting("machine-keep-alive", "365 d", b -> b.machineKeepAlive(Duration.ofDays(365))),
                setting("queue-capacity", "1", b -> b.queueCapacity(1)),
                setting("idle-queue-capacity", "1", b -> b.idleQueueCapacity(1)),
                setting("schedtrace-interval", "0", b -> b.schedtraceInterval(Duration.ZERO)),
                setting("schedtrace-interval", "365 d", b -> b.schedtraceInterval(Duration.ofDays(365))),
                setting("stall-after", "0", b -> b.stallAfter(Duration.ZERO)),
                setting("stall-after", "1 s", b -> b.stallAfter(Duration.ofSeconds(1))),
                setting("stall-after", "365 d", b -> b.stallAfter(Duration.ofDays(365))),
                setting("leaks.interval", "1 s", b -> b.leakInterval(Duration.ofSeconds(1))),
                setting("leaks.interval", "1 h", b -> b.leakInterval(Duration.ofHours(1))),
                setting("leaks.threshold", "1 s", b -> b.leakThreshold(Duration.ofSeconds(1))),
                setting("leaks.threshold", "365 d", b -> b.leakThreshold(Duration.ofDays(365))),
                setting("overtime-nice", "1", b -> b.overtimeNice(1)),
                setting("overtime-nice", "19", b -> b.overtimeNice(19)),
                setting("recorder-bytes", "64 KB", b -> b.recorder(true).recorderBytes(65_536)),
                setting("recorder-bytes", "256 MB", b -> b.recorderBytes(268_435_456)));
    }

    @ParameterizedTest
    @MethodSource("atTheEdge")
    void theEdgesAreInside(String setting, String value, UnaryOperator<SchedulerBuilder> change) throws Exception {
        try (GmpScheduler scheduler = change.apply(GmpScheduler.builder().goroutines(GoroutineMode.DIRECT))
                .build()) {
            assertThat(scheduler.submit(() -> 42).get()).isEqualTo(42);
        }
    }

    @Test
    void nullIsRefusedWhereItIsGiven() {
        SchedulerBuilder builder = GmpScheduler.builder();

        assertThatThrownBy(() -> builder.name(null)).isInstanceOf(NullPointerException.class);
        assertThatThrownBy(() -> builder.goroutines(null)).isInstanceOf(NullPointerException.class);
        assertThatThrownBy(() -> builder.timeSlice(null)).isInstanceOf(NullPointerException.class);
        assertThatThrownBy(() -> builder.machineKeepAlive(null)).isInstanceOf(NullPointerException.class);
        assertThatThrownBy(() -> builder.rejectionPolicy(null)).isInstanceOf(NullPointerException.class);
        assertThatThrownBy(() -> builder.overtimePolicy(null)).isInstanceOf(NullPointerException.class);
        assertThatThrownBy(() -> builder.schedtraceInterval(null)).isInstanceOf(NullPointerException.class);
        assertThatThrownBy(() -> builder.stallAfter(null)).isInstanceOf(NullPointerException.class);
    }

    @Test
    void nullIsRefusedInAnyComponentOfTheRecords() throws Exception {
        try (GmpScheduler scheduler = GmpScheduler.builder().build()) {
            assertNullIsRefused(scheduler.config());
        }
        assertNullIsRefused(
                new BulkheadConfig("b", 1, OptionalInt.empty(), RejectionPolicy.ABORT, GoroutineMode.DIRECT));
    }

    private static void assertNullIsRefused(Record config) throws Exception {
        RecordComponent[] components = config.getClass().getRecordComponents();
        Class<?>[] types = Stream.of(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
        Constructor<?> constructor = config.getClass().getDeclaredConstructor(types);
        for (int i = 0; i < components.length; i++) {
            if (!types[i].isPrimitive()) {
                Object[] values = new Object[components.length];
                for (int j = 0; j < values.length; j++) {
                    values[j] = j == i ? null : components[j].getAccessor().invoke(config);
                }
                assertThatThrownBy(() -> constructor.newInstance(values))
                        .as(components[i].getName())
                        .hasRootCauseInstanceOf(NullPointerException.class)
                        .rootCause()
                        .hasMessage(components[i].getName());
            }
        }
    }

    static Stream<Arguments> bulkheadsOutOfRange() {
        return Stream.of(
                arguments("name", " ", 1, 0, RejectionPolicy.ABORT),
                arguments("max-goroutines", "b", 0, 0, RejectionPolicy.ABORT),
                arguments("queue-capacity", "b", 1, -1, RejectionPolicy.ABORT),
                arguments("rejection-policy", "b", 1, 0, RejectionPolicy.CALLER_RUNS),
                arguments("rejection-policy", "b", 1, 0, RejectionPolicy.BLOCK));
    }

    @ParameterizedTest
    @MethodSource("bulkheadsOutOfRange")
    void aValueOfABulkheadOutOfRangeIsNamed(
            String setting, String name, int maxGoroutines, int queueCapacity, RejectionPolicy policy) {
        assertThatThrownBy(() -> new BulkheadConfig(
                        name, maxGoroutines, OptionalInt.of(queueCapacity), policy, GoroutineMode.DIRECT))
                .isInstanceOfSatisfying(
                        InvalidSettingException.class,
                        e -> assertThat(e.setting()).isEqualTo(setting));
    }

    @ParameterizedTest
    @EnumSource(names = {"ABORT", "DISCARD_OLDEST"})
    void theEdgesOfABulkheadAreInside(RejectionPolicy policy) {
        BulkheadConfig config = new BulkheadConfig("b", 1, OptionalInt.of(0), policy, GoroutineMode.DIRECT);

        assertThat(config.rejectionPolicy()).isEqualTo(policy);
    }

    @Test
    void theDefaultsAreThoseOfTheDocumentation() {
        try (GmpScheduler scheduler = GmpScheduler.builder().maxProcs(3).build()) {
            SchedulerConfig config = scheduler.config();

            assertThat(config.name()).isEqualTo("default");
            assertThat(config.timeSlice()).isEqualTo(Duration.ofMillis(10));
            assertThat(config.maxMachines()).isEqualTo(10_000);
            assertThat(config.machineKeepAlive()).isEqualTo(Duration.ofSeconds(60));
            assertThat(config.queueCapacity()).isEmpty();
            assertThat(config.bounded()).isFalse();
            assertThat(config.rejectionPolicy()).isEqualTo(RejectionPolicy.ABORT);
            assertThat(config.overtimePolicy()).isEqualTo(OvertimePolicy.KEEP_PRIORITY);
            assertThat(config.overtimeNice()).isEqualTo(10);
            assertThat(config.schedtraceInterval()).isZero();
            assertThat(config.stallAfter()).isEqualTo(Duration.ofSeconds(10));
            assertThat(config.recorder()).isTrue();
            assertThat(config.recorderBytes()).isEqualTo(4_194_304);
            assertThat(config.taskKinds()).isTrue();
        }
    }

    private static Arguments setting(String name, String value, UnaryOperator<SchedulerBuilder> change) {
        return arguments(name, value, change);
    }
}
