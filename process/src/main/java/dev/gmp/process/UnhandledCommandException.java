package dev.gmp.process;

/**
 * No handler is registered for commands of this class: the error of the yield.
 *
 * @since 0.1
 */
public final class UnhandledCommandException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** @param command its class */
    public UnhandledCommandException(Class<?> command) {
        super("no handler is registered for commands of " + command);
    }
}
