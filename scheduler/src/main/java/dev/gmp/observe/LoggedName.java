package dev.gmp.observe;

/**
 * Makes a name from outside, such as a thread's, safe for one line of a log, message or snapshot. A name with line
 * breaks could forge log lines, and one with control characters could steer a terminal.
 *
 * @since 0.1
 */
public final class LoggedName {

    private LoggedName() {}

    /** Returns the name with {@code ?} for each control character and line separator. Thread-safe. */
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
