package dev.gmp.config;

/**
 * {@link GoroutineMode#VIRTUAL} was chosen, but this JVM cannot make virtual goroutines. The message says what to add.
 *
 * @since 0.1
 */
public final class VirtualGoroutinesUnavailableException extends IllegalStateException {

    private static final long serialVersionUID = 1L;

    /** @param reason what to add, for the message */
    public VirtualGoroutinesUnavailableException(String reason) {
        super(reason);
    }
}
