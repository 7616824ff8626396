package dev.gmp.process.cluster;

import dev.gmp.process.Command;
import java.util.Objects;

/**
 * The command of a keyed process that saves its state. The completion says that it is stored. Saves of one process are
 * carried out in the order of the yields. When one fails, those that wait behind it get its error, without a call of
 * the store; a later one may succeed. When a save is refused, by {@link StaleStateException}, the process is ended.
 *
 * @param state an object of {@link KeyedType#state}
 * @since 0.2.0
 */
public record SaveState(Object state) implements Command<Void> {

    public SaveState {
        Objects.requireNonNull(state, "state");
    }
}
