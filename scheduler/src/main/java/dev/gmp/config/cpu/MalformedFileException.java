package dev.gmp.config.cpu;

import java.io.IOException;

final class MalformedFileException extends IOException {

    private static final long serialVersionUID = 1L;

    private static final int MOST_QUOTED = 80;

    /** @param expected reads after "expected": {@code a number} */
    MalformedFileException(String expected, String content) {
        super("expected " + expected + ", found '" + quoted(content) + "'");
    }

    /** A beginning without control characters, short enough for a log line. */
    private static String quoted(String content) {
        String start = content.length() <= MOST_QUOTED ? content : content.substring(0, MOST_QUOTED) + "...";
        return start.strip().replaceAll("\\p{Cntrl}", "?");
    }
}
