package dev.gmp.process;

import dev.gmp.GmpScheduler;
import dev.gmp.config.InvalidSettingException;
import dev.gmp.process.internal.ProcessRuntime;
import dev.gmp.process.internal.RuntimeSettings;
import dev.gmp.process.internal.command.Commands;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * Collects the types, handlers and settings of {@link Processes}. Not thread-safe.
 *
 * @since 0.1
 */
public final class ProcessesBuilder {

    private static final System.Logger LOGGER = System.getLogger(Processes.class.getName());

    private final GmpScheduler scheduler;
    private final Map<String, ProcessType> types = new LinkedHashMap<>();
    private final Map<Class<?>, Commands.Kind> handlers = new LinkedHashMap<>();
    private String name;
    private OptionalInt maxProcesses = OptionalInt.empty();
    private Duration closeTimeout = Duration.ofSeconds(30);

    private @Nullable Relay relay;

    private ProcessListener listener = new ProcessListener() {
        @Override
        public void failed(Pid pid, String type, Throwable cause) {
            LOGGER.log(System.Logger.Level.WARNING, pid + " has failed", cause);
        }
    };

    ProcessesBuilder(GmpScheduler scheduler) {
        this.scheduler = Objects.requireNonNull(scheduler, "scheduler");
        this.name = scheduler.name();
    }

    /** The name in meters and log lines. Default: the scheduler's. */
    public ProcessesBuilder name(String value) {
        name = Objects.requireNonNull(value, "name");
        return this;
    }

    /**
     * Adds a type of process.
     *
     * @throws IllegalArgumentException if there is a type with that name
     */
    public ProcessesBuilder register(ProcessType type) {
        if (types.putIfAbsent(type.name(), type) != null) {
            throw new IllegalArgumentException("two process types are called '" + type.name() + "'");
        }
        return this;
    }

    /**
     * Commands of a class are carried out right after the step, on its thread: for what is short and does not block.
     *
     * @throws IllegalArgumentException if there is a handler for that class
     */
    public <R, C extends Command<R>> ProcessesBuilder handle(Class<C> command, CommandHandler<C, R> handler) {
        return add(command, Commands.at(Objects.requireNonNull(handler, "handler")));
    }

    /**
     * Commands of a class are carried out each on a goroutine of its own, of the scheduler's own kind: for what blocks or takes
     * long.
     *
     * @throws IllegalArgumentException if there is a handler for that class
     */
    public <R, C extends Command<R>> ProcessesBuilder handleOnGoroutine(
            Class<C> command, CommandHandler<C, R> handler) {
        return add(command, Commands.onGoroutine(Objects.requireNonNull(handler, "handler")));
    }

    /**
     * Commands of a class are carried out elsewhere, by what completes a stage.
     *
     * @throws IllegalArgumentException if there is a handler for that class
     */
    public <R, C extends Command<R>> ProcessesBuilder handleAsync(Class<C> command, AsyncCommandHandler<C, R> handler) {
        return add(command, Commands.async(Objects.requireNonNull(handler, "handler")));
    }

    /**
     * Commands of a class are carried out elsewhere, by what completes the yield by its tag.
     *
     * @throws IllegalArgumentException if there is a handler for that class
     */
    public <C extends Command<?>> ProcessesBuilder dispatch(Class<C> command, CommandDispatcher<C> dispatcher) {
        return add(command, Commands.by(Objects.requireNonNull(dispatcher, "dispatcher")));
    }

    /**
     * How many processes there are at most; from then on submissions are rejected. Default: any number.
     *
     * @throws InvalidSettingException if it is less than 1
     */
    public ProcessesBuilder maxProcesses(int value) {
        if (value < 1) {
            throw new InvalidSettingException("max-processes", value, "at least 1");
        }
        maxProcesses = OptionalInt.of(value);
        return this;
    }

    /**
     * How long {@link Processes#close} waits for cancelled processes. Default: 30 seconds.
     *
     * @throws InvalidSettingException if it is negative
     */
    public ProcessesBuilder closeTimeout(Duration value) {
        if (value.isNegative()) {
            throw new InvalidSettingException("close-timeout", value, "zero or more");
        }
        closeTimeout = value;
        return this;
    }

    /** The way to other nodes. Default: none, and what is sent there is {@link SendResult#UNKNOWN}. */
    public ProcessesBuilder relay(Relay value) {
        relay = Objects.requireNonNull(value, "relay");
        return this;
    }

    /** What hears of failures. Default: a warning in the log. */
    public ProcessesBuilder listener(ProcessListener value) {
        listener = Objects.requireNonNull(value, "listener");
        return this;
    }

    /** Starts the runtime. */
    public Processes build() {
        return new ProcessRuntime(
                scheduler,
                new RuntimeSettings(
                        name, List.copyOf(types.values()), handlers, maxProcesses, closeTimeout, relay, listener));
    }

    private ProcessesBuilder add(Class<?> command, Commands.Kind kind) {
        if (handlers.putIfAbsent(Objects.requireNonNull(command, "command"), kind) != null) {
            throw new IllegalArgumentException("two handlers for commands of " + command);
        }
        return this;
    }
}
