package dev.gmp.process.cluster;

/**
 * A class of messages is not registered on this node, or none is by a name that came from another node. The message says how
 * to register it.
 *
 * @since 0.2.0
 */
public final class UnregisteredMessageException extends IllegalArgumentException {

    public UnregisteredMessageException(String message) {
        super(message);
    }
}
