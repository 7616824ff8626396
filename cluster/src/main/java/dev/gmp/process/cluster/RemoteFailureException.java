package dev.gmp.process.cluster;

/**
 * An exception that a process of another node sent as its answer. It came as text: the class of the exception need not exist
 * on this node, and its stack trace stays in the log of the other.
 *
 * @since 0.2.0
 */
public final class RemoteFailureException extends RuntimeException {

    private final String className;
    private final String text;

    /**
     * @param className the name of the exception's class
     * @param text its message; may be empty
     */
    public RemoteFailureException(String className, String text) {
        super("A process of another node answered with %s%s".formatted(className, text.isEmpty() ? "" : ": " + text));
        this.className = className;
        this.text = text;
    }

    /** The name of the class of the exception on the other node. */
    public String className() {
        return className;
    }

    /** The message of the exception on the other node; empty if it had none. */
    public String text() {
        return text;
    }
}
