package dev.gmp.process.cluster.internal.engine;

import dev.gmp.process.Pid;
import dev.gmp.process.cluster.SaveState;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Carries {@link SaveState} out: finds the state of the process that yielded it. */
final class Saves {

    private final Map<Pid, SavedState> states = new ConcurrentHashMap<>();

    void add(Pid process, SavedState state) {
        states.put(process, state);
    }

    void remove(Pid process) {
        states.remove(process);
    }

    void save(SaveState command, Pid process, long tag) {
        SavedState state = states.get(process);
        if (state == null) {
            throw new IllegalStateException(
                    "Only a keyed process of a type with a state can save one, and %s is none".formatted(process));
        }
        state.save(command.state(), process, tag);
    }
}
