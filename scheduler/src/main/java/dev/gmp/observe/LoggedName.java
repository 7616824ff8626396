package dev.gmp.observe;

/**
 * A name that comes from outside, such as a thread's or what a task says of itself. In a log, an exception's message or a
 * snapshot it stands on one line. Otherwise a name could forge lines, or steer a terminal.
 *
 * @since 0.1
 */
public final class LoggedName {

    private LoggedName() {}

    /** The name with {@code ?} for each control character and line separator. Any thread. */
    public static String of(String name) {
        return name.chars().anyMatch(LoggedName::breaksLines)
                ? name.codePoints()
                        .map(c -> breaksLines(c) ? '?' : c)
                        .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                        .toString()
                : name;
    }

    private static boolean breaksLines(int c) {
        int type = Character.getType(c);
        return type == Character.CONTROL || type == Character.LINE_SEPARATOR || type == Character.PARAGRAPH_SEPARATOR;
    }
}
