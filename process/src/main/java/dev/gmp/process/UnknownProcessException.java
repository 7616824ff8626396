package dev.gmp.process;

/** No process type has that name, or the type has no such method. Nothing has been created. */
public final class UnknownProcessException extends IllegalArgumentException {

    private static final long serialVersionUID = 1L;

    public UnknownProcessException(String message) {
        super(message);
    }
}
