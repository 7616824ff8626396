package dev.gmp.process.cluster;

import java.util.Optional;

/**
 * Keeps the states of keyed processes. Its methods may block: they are called on goroutines. Many threads call it at
 * once. A call that takes longer than {@link ClusterBuilder#bufferTimeout} has failed for its process, and is not
 * interrupted.
 *
 * <p>Each state has a version, from 1, which each save increases by 1. A save names the version that it replaces, so that of
 * two processes with one key only one can save.
 *
 * @since 0.2.0
 */
public interface StateStore {

    /**
     * A state as it is kept.
     *
     * @param version 1 or more
     * @param state what {@link MessageCodec} made of it
     * @since 0.2.0
     */
    @SuppressWarnings("ArrayRecordComponent")
    record Saved(long version, byte[] state) {}

    /** Returns the last saved state; empty if there is none. */
    Optional<Saved> load(KeyedPid pid) throws Exception;

    /**
     * Saves a state.
     *
     * @param replaced the version that the caller has read or written last; 0 if there was none
     * @throws StaleStateException if the version kept is another: nothing is changed then
     */
    void save(KeyedPid pid, long replaced, byte[] state) throws Exception;
}
