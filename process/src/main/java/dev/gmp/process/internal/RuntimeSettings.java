package dev.gmp.process.internal;

import dev.gmp.process.ProcessListener;
import dev.gmp.process.ProcessType;
import dev.gmp.process.Relay;
import dev.gmp.process.internal.command.Commands;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * The settings of a runtime.
 *
 * @param types in the order of their registration; each name once
 * @param handlers by the class of the commands
 * @param maxProcesses empty for any number
 * @param relay null without other nodes
 */
public record RuntimeSettings(
        String name,
        List<ProcessType> types,
        Map<Class<?>, Commands.Kind> handlers,
        OptionalInt maxProcesses,
        Duration closeTimeout,
        @Nullable Relay relay,
        ProcessListener listener) {}
