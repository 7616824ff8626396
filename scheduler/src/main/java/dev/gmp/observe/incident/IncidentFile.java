package dev.gmp.observe.incident;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A capsule on disk.
 *
 * @param name the file's name: {@code gmp-incident-<time>-<cause>-<number>.zip}
 * @param time when it was begun, in milliseconds
 * @param cause why
 * @param bytes the size of the file
 * @since 0.2.0
 */
public record IncidentFile(String name, Instant time, IncidentCause cause, long bytes) {

    static final String PREFIX = "gmp-incident-";
    static final String SUFFIX = ".zip";

    private static final DateTimeFormatter STAMP =
            DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss.SSS'Z'").withZone(ZoneOffset.UTC);

    private static final Pattern NAME = Pattern.compile(PREFIX + "(\\d{8}T\\d{6}\\.\\d{3}Z)-([a-z-]+)-\\d+\\.zip");

    /** The name up to the number. */
    static String beginningOfName(Instant time, IncidentCause cause) {
        return PREFIX + STAMP.format(time) + "-" + cause.word() + "-";
    }

    /** @return null if the name is none of a capsule */
    static @Nullable IncidentFile of(String name, long bytes) {
        Matcher parts = NAME.matcher(name);
        if (!parts.matches()) {
            return null;
        }
        for (IncidentCause cause : IncidentCause.values()) {
            if (cause.word().equals(parts.group(2))) {
                try {
                    return new IncidentFile(name, STAMP.parse(parts.group(1), Instant::from), cause, bytes);
                } catch (DateTimeParseException noTime) {
                    return null;
                }
            }
        }
        return null;
    }
}
