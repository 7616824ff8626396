package dev.gmp.process;

/**
 * A submission names a type that is not registered, or a method that the type does not have. No process was created.
 *
 * @since 0.1
 */
public final class UnknownProcessException extends IllegalArgumentException {

    private static final long serialVersionUID = 1L;

    /** @param message the name that was not found, and the known names */
    public UnknownProcessException(String message) {
        super(message);
    }
}
