package dev.gmp.process;

/**
 * No process type has that name, or the type has no such method. Nothing has been created.
 *
 * @since 0.1
 */
public final class UnknownProcessException extends IllegalArgumentException {

    private static final long serialVersionUID = 1L;

    /** @param message which name was not found, and which there are */
    public UnknownProcessException(String message) {
        super(message);
    }
}
