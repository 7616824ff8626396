package dev.gmp.spring.process;

import dev.gmp.process.Overflow;
import dev.gmp.spring.config.InvalidSettings;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;

/**
 * Settings of the application's processes. Ranges are checked where the runtime for processes is built, so that Boot can say where
 * a value stands.
 *
 * @param maxProcesses Maximum number of processes that may live at once. When not set, there is no limit.
 * @param mailboxCapacity Maximum number of messages that may wait for one process. With drop-oldest, the oldest messages are
 *     dropped when nearly four times as many wait.
 * @param overflow What happens to messages when the mailbox has no room for them.
 * @param eventsPerStep Maximum number of messages that one step gets.
 * @param scheduler Name of the entry of gmp.schedulers on which processes run. The entry needs processors of its own. By
 *     default, processes run on the application's scheduler.
 * @param shutdown How processes end with the application.
 */
@ConfigurationProperties(ProcessProperties.PREFIX)
record ProcessProperties(
        @Nullable Integer maxProcesses,
        @DefaultValue("1000000") int mailboxCapacity,
        @DefaultValue("refuse") Overflow overflow,
        @DefaultValue("64") int eventsPerStep,
        @Nullable String scheduler,
        @DefaultValue Shutdown shutdown) {

    static final String PREFIX = "gmp.process";

    /** @throws InvalidConfigurationPropertyValueException if a value is out of its range */
    void requireValid() {
        if (maxProcesses != null) {
            requirePositive("max-processes", maxProcesses);
        }
        requirePositive("mailbox-capacity", mailboxCapacity);
        requirePositive("events-per-step", eventsPerStep);
        InvalidSettings.requirePeriod(PREFIX + ".shutdown.await-termination-period", shutdown.awaitTerminationPeriod());
    }

    private static void requirePositive(String setting, int value) {
        if (value < 1) {
            throw new InvalidConfigurationPropertyValueException(PREFIX + "." + setting, value, "must be at least 1");
        }
    }

    /**
     * How processes end with the application.
     *
     * @param awaitTerminationPeriod Maximum time that processes may take to end when the application stops and cancels
     *     them.
     */
    record Shutdown(@DefaultValue("10s") Duration awaitTerminationPeriod) {}
}
