package dev.gmp.process.cluster;

/**
 * A state was not saved, since another process with the same key has saved one meanwhile. The process that gets it ends:
 * it is no longer the one of its key.
 *
 * @since 0.2.0
 */
public final class StaleStateException extends RuntimeException {

    public StaleStateException(KeyedPid pid, long replaced) {
        super("Version %d of the state of %s is not the last one: another process has saved since"
                .formatted(replaced, pid));
    }
}
