package dev.gmp.process.cluster;

import dev.gmp.config.InvalidSettingException;
import dev.gmp.process.ProcessType;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;

/**
 * A type of processes that have keys. {@link dev.gmp.process.Process#init} gets the key as its input, the first of the
 * type's methods, and a {@link KeyedContext}.
 *
 * <p>All nodes of a cluster must have equal values of {@code shards}, {@code role} and {@code remembered}.
 *
 * @param process what runs
 * @param shards into how many parts the keys are divided, which move between nodes as wholes; from 1 to {@value
 *     #MAX_SHARDS}, default {@value #DEFAULT_SHARDS}. About ten for each node of the largest cluster are enough
 * @param role the role of the nodes that may run the type; empty: all nodes
 * @param idleTimeout how long a process may get no message before it is ended; its key stays valid, and the next message
 *     starts it again; 100 ms or more. Empty, the default: never
 * @param remembered whether a process that has not ended starts again at once when its node goes; otherwise the next
 *     message starts it. It is forgotten when all nodes stop. Meant for up to 10,000 live keys a shard. Default: false
 * @param state the class of the state that is stored; empty, the default: none
 * @since 0.2.0
 */
public record KeyedType(
        ProcessType process,
        int shards,
        Optional<String> role,
        Optional<Duration> idleTimeout,
        boolean remembered,
        Optional<Class<?>> state) {

    /** The default of {@link #shards}. */
    public static final int DEFAULT_SHARDS = 64;

    /** The largest number of {@link #shards}. */
    public static final int MAX_SHARDS = 4096;

    /** The key of a singleton's only process. */
    public static final String SINGLETON_KEY = "singleton";

    private static final Duration LEAST_IDLE_TIMEOUT = Duration.ofMillis(100);

    /** @throws InvalidSettingException if a value is out of range */
    public KeyedType {
        Objects.requireNonNull(process, "process");
        if (shards < 1 || shards > MAX_SHARDS) {
            throw new InvalidSettingException("shards", shards, "from 1 to " + MAX_SHARDS);
        }
        if (idleTimeout.isPresent() && idleTimeout.get().compareTo(LEAST_IDLE_TIMEOUT) < 0) {
            throw new InvalidSettingException("idle-timeout", idleTimeout.get(), "100 ms or more");
        }
        if (role.isPresent() && role.get().isBlank()) {
            throw new InvalidSettingException("role", "'" + role.get() + "'", "not blank");
        }
    }

    /** Returns a keyed type with the defaults. */
    public static KeyedType of(ProcessType process) {
        return new KeyedType(process, DEFAULT_SHARDS, Optional.empty(), Optional.empty(), false, Optional.empty());
    }

    /**
     * Returns a type of which the cluster runs one process, with the key {@link #SINGLETON_KEY}, as soon as it can. If it
     * cannot start, it is tried again after a second. Any remembered type with one shard is such a type.
     */
    public static KeyedType singleton(ProcessType process) {
        return new KeyedType(process, 1, Optional.empty(), Optional.empty(), true, Optional.empty());
    }

    /** The name of the type. */
    public String name() {
        return process.name();
    }

    /** Returns the same type with another number of shards. */
    public KeyedType withShards(int value) {
        return new KeyedType(process, value, role, idleTimeout, remembered, state);
    }

    /** Returns the same type on nodes with a role only. */
    public KeyedType withRole(String value) {
        return new KeyedType(process, shards, Optional.of(value), idleTimeout, remembered, state);
    }

    /** Returns the same type with an idle time after which its processes end. */
    public KeyedType withIdleTimeout(Duration value) {
        return new KeyedType(process, shards, role, Optional.of(value), remembered, state);
    }

    /** Returns the same type, remembered. */
    public KeyedType withRemembering() {
        return new KeyedType(process, shards, role, idleTimeout, true, state);
    }

    /** Returns the same type with states of a class, which the cluster's {@link StateStore} keeps. */
    public KeyedType withState(Class<?> value) {
        return new KeyedType(process, shards, role, idleTimeout, remembered, Optional.of(value));
    }
}
