package dev.gmp.process;

/** Nobody handles commands of this class: the error of the yield. */
public final class UnhandledCommandException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public UnhandledCommandException(Class<?> command) {
        super("no handler is registered for commands of " + command);
    }
}
