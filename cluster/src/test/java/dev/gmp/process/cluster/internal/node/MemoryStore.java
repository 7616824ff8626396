package dev.gmp.process.cluster.internal.node;

import dev.gmp.process.cluster.KeyedPid;
import dev.gmp.process.cluster.StaleStateException;
import dev.gmp.process.cluster.StateStore;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** States that outlive the nodes of a test. */
final class MemoryStore implements StateStore {

    private final Map<KeyedPid, Saved> states = new ConcurrentHashMap<>();

    String state(KeyedPid pid) {
        return new String(states.get(pid).state(), StandardCharsets.UTF_8);
    }

    @Override
    public Optional<Saved> load(KeyedPid pid) {
        return Optional.ofNullable(states.get(pid));
    }

    @Override
    public void save(KeyedPid pid, long replaced, byte[] state) {
        states.compute(pid, (any, present) -> {
            if ((present == null ? 0 : present.version()) != replaced) {
                throw new StaleStateException(pid, replaced);
            }
            return new Saved(replaced + 1, state);
        });
    }
}
