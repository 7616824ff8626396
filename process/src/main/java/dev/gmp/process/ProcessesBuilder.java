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
 * Builds {@link Processes} from types, handlers and settings. A method throws {@link NullPointerException} for null.
 * Not thread-safe.
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

    /** The name in meters and log lines. Default: the scheduler's name. */
    public ProcessesBuilder name(String value) {
        name = Objects.requireNonNull(value, "name");
        return this;
    }

    /**
     * Adds a type of processes.
     *
     * @throws IllegalArgumentException if a type with that name has been added
     */
    public ProcessesBuilder register(ProcessType type) {
        if (types.putIfAbsent(type.name(), type) != null) {
            throw new IllegalArgumentException("process type '" + type.name() + "' is registered already");
        }
        return this;
    }

    /**
     * Adds a handler that runs on the thread of the step, right after the step. For short commands that do not block.
     *
     * @throws IllegalArgumentException if that class has a handler
     */
    public <R, C extends Command<R>> ProcessesBuilder handle(Class<C> command, CommandHandler<C, R> handler) {
        return add(command, Commands.at(Objects.requireNonNull(handler, "handler")));
    }

    /**
     * Adds a handler that runs each command on its own goroutine, of the scheduler's mode. For commands that block or
     * take long.
     *
     * @throws IllegalArgumentException if that class has a handler
     */
    public <R, C extends Command<R>> ProcessesBuilder handleOnGoroutine(
            Class<C> command, CommandHandler<C, R> handler) {
        return add(command, Commands.onGoroutine(Objects.requireNonNull(handler, "handler")));
    }

    /**
     * Adds a handler that starts each command and completes it by a stage.
     *
     * @throws IllegalArgumentException if that class has a handler
     */
    public <R, C extends Command<R>> ProcessesBuilder handleAsync(Class<C> command, AsyncCommandHandler<C, R> handler) {
        return add(command, Commands.async(Objects.requireNonNull(handler, "handler")));
    }

    /**
     * Adds a handler that passes each command on to code that completes the yield by its tag.
     *
     * @throws IllegalArgumentException if that class has a handler
     */
    public <C extends Command<?>> ProcessesBuilder dispatch(Class<C> command, CommandDispatcher<C> dispatcher) {
        return add(command, Commands.by(Objects.requireNonNull(dispatcher, "dispatcher")));
    }

    /**
     * The largest number of processes that have not ended; further submissions are rejected. Default: no limit.
     *
     * @param value 1 or more
     * @throws InvalidSettingException if {@code value} is out of range
     */
    public ProcessesBuilder maxProcesses(int value) {
        if (value < 1) {
            throw new InvalidSettingException("max-processes", value, "at least 1");
        }
        maxProcesses = OptionalInt.of(value);
        return this;
    }

    /**
     * How long {@link Processes#close} waits for processes that it has asked to end. Default: 30 seconds.
     *
     * @param value zero or more
     * @throws InvalidSettingException if {@code value} is negative
     */
    public ProcessesBuilder closeTimeout(Duration value) {
        if (value.isNegative()) {
            throw new InvalidSettingException("close-timeout", value, "zero or more");
        }
        closeTimeout = value;
        return this;
    }

    /** The relay to other nodes. Default: none, and messages to a {@link RemotePid} are {@link SendResult#UNKNOWN}. */
    public ProcessesBuilder relay(Relay value) {
        relay = Objects.requireNonNull(value, "relay");
        return this;
    }

    /** The listener for failures. Default: one that logs a warning. */
    public ProcessesBuilder listener(ProcessListener value) {
        listener = Objects.requireNonNull(value, "listener");
        return this;
    }

    /** Builds the runtime. */
    public Processes build() {
        return new ProcessRuntime(
                scheduler,
                new RuntimeSettings(
                        name, List.copyOf(types.values()), handlers, maxProcesses, closeTimeout, relay, listener));
    }

    private ProcessesBuilder add(Class<?> command, Commands.Kind kind) {
        if (handlers.putIfAbsent(Objects.requireNonNull(command, "command"), kind) != null) {
            throw new IllegalArgumentException("commands of " + command + " have a handler already");
        }
        return this;
    }
}
