package dev.gmp.process;

/**
 * The error of a yield whose command's class has no handler.
 *
 * @since 0.1
 */
public final class UnhandledCommandException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** @param command the class of the command */
    public UnhandledCommandException(Class<?> command) {
        super("no handler is registered for commands of " + command);
    }
}
