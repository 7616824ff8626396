package dev.gmp.process.cluster;

import dev.gmp.process.ProcessContext;
import java.util.Optional;

/**
 * What a keyed process gets as its {@link ProcessContext}. Messages that it sends carry its {@link KeyedPid}, so answers
 * find it wherever it has moved.
 *
 * @since 0.2.0
 */
public interface KeyedContext extends ProcessContext {

    @Override
    KeyedPid self();

    /** The key. */
    default String key() {
        return self().key();
    }

    /** The cluster. */
    Cluster cluster();

    /**
     * The state as it was last saved, when this process started. Later saves do not change it.
     *
     * @return empty if none was saved, or the type has no state
     */
    <S> Optional<S> savedState(Class<S> type);
}
