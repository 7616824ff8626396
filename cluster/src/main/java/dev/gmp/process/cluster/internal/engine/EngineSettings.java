package dev.gmp.process.cluster.internal.engine;

import dev.gmp.process.cluster.KeyedType;
import dev.gmp.process.cluster.MessageCodec;
import dev.gmp.process.cluster.StateStore;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The settings of a {@link Router}.
 *
 * @param types the keyed types
 * @param codec writes messages and states
 * @param store keeps states; null if no type has one
 * @param bufferSize how many messages may wait for a shard's node to be known, and as many for processes to start
 * @param bufferTimeout after which time they are given up while no node is known, and a load or save of a state fails
 * @param handOverTimeout how long the processes of a shard that leaves may go on, before they are ended without asking
 */
public record EngineSettings(
        List<KeyedType> types,
        MessageCodec codec,
        @Nullable StateStore store,
        int bufferSize,
        Duration bufferTimeout,
        Duration handOverTimeout) {

    public EngineSettings {
        types = List.copyOf(types);
        for (KeyedType type : types) {
            if (store == null && type.state().isPresent()) {
                throw new IllegalArgumentException(
                        "The type '%s' has a state, and there is no state store".formatted(type.name()));
            }
        }
    }
}
