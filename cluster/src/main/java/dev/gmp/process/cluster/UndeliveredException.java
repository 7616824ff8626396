package dev.gmp.process.cluster;

import dev.gmp.process.Pid;
import dev.gmp.process.SendResult;

/**
 * A question reached no process.
 *
 * @since 0.2.0
 */
public final class UndeliveredException extends RuntimeException {

    private final SendResult reason;

    public UndeliveredException(Pid to, SendResult reason) {
        super("The message to %s was not delivered: %s".formatted(to, reason));
        this.reason = reason;
    }

    /** Anything except {@link SendResult#DELIVERED}. */
    public SendResult reason() {
        return reason;
    }
}
