package dev.gmp.spring.fuzz;

import dev.gmp.spring.PropertiesDocument;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The range of a number or a duration, as {@code docs/reference/properties.md} has it; numbers of nanoseconds for durations.
 *
 * @param most what an integer may be where the document has no upper bound
 * @param zero whether zero is allowed besides
 */
record Allowed(BigDecimal least, BigDecimal most, boolean zero) {

    private static final Pattern RANGE = Pattern.compile("(0, or )?([\\d,]+)( [µa-z]+)? to ([\\d,]+)( [µa-z]+)?");

    private static final Pattern AT_LEAST = Pattern.compile("at least (\\d+)(?: for a bulkhead.*)?");

    private static final BigDecimal UNBOUNDED = BigDecimal.valueOf(Integer.MAX_VALUE);

    private static final Map<String, Duration> UNITS = Map.of(
            "µs", Duration.ofNanos(1_000),
            "ms", Duration.ofMillis(1),
            "s", Duration.ofSeconds(1),
            "hour", Duration.ofHours(1),
            "days", Duration.ofDays(1));

    /** By property. What depends on another setting has its widest range. */
    static Map<String, Allowed> byProperty() {
        Map<String, Allowed> ranges = new TreeMap<>();
        try {
            for (List<String> row : PropertiesDocument.table("property", "allowed")) {
                Matcher range = RANGE.matcher(row.get(1).replace("max-procs (1 when absent)", "1"));
                Matcher least = AT_LEAST.matcher(row.get(1));
                for (String property : row.get(0).split(", ")) {
                    if (range.matches()) {
                        ranges.put(property, of(range));
                    } else if (least.matches()) {
                        ranges.put(property, new Allowed(new BigDecimal(least.group(1)), UNBOUNDED, false));
                    }
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return ranges;
    }

    private static Allowed of(Matcher range) {
        String unit = range.group(5);
        return new Allowed(
                limit(range.group(2), range.group(3) == null ? unit : range.group(3)),
                limit(range.group(4), unit),
                range.group(1) != null);
    }

    private static BigDecimal limit(String digits, String unit) {
        BigDecimal number = new BigDecimal(digits.replace(",", ""));
        return unit == null ? number : number.multiply(nanos(UNITS.get(unit.strip())));
    }

    /** Whether the document has an upper bound. */
    boolean bounded() {
        return !most.equals(UNBOUNDED);
    }

    boolean contains(Object value) {
        BigDecimal number = value instanceof Duration duration ? nanos(duration) : new BigDecimal(value.toString());
        return (zero && number.signum() == 0) || (number.compareTo(least) >= 0 && number.compareTo(most) <= 0);
    }

    private static BigDecimal nanos(Duration duration) {
        return BigDecimal.valueOf(duration.getSeconds()).movePointRight(9).add(BigDecimal.valueOf(duration.getNano()));
    }
}
