package dev.gmp.sample.search;

import java.math.BigInteger;
import java.time.Duration;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.jspecify.annotations.Nullable;

/**
 * A search that can be run.
 *
 * @param content what to find. {@code ^} and {@code $} stand for the ends of a line.
 * @param path what to find in the path of a file for it to be searched; null for every file
 */
record SearchQuery(
        SearchRequest request, Pattern content, @Nullable Pattern path, int offset, int limit, Duration timeout) {

    private static final int LONGEST = 1_000;

    /**
     * Checks a request against the limits.
     *
     * @throws InvalidQueryException if it cannot be run as it is
     */
    static SearchQuery of(SearchRequest request, SearchProperties limits) {
        requireRange("limit", request.limit(), 1, limits.maxLimit());
        requireRange("offset", request.offset(), 0, limits.maxOffset());
        Duration timeout = request.timeout() != null ? request.timeout() : limits.timeout();
        if (timeout.isNegative() || timeout.isZero() || timeout.compareTo(limits.timeout()) > 0) {
            throw new InvalidQueryException("'timeout' is %d ms; it must be from 1 to %d ms."
                    .formatted(millis(timeout), millis(limits.timeout())));
        }
        if (request.q().isEmpty()) {
            throw new InvalidQueryException("'q' is empty; it must be a regular expression.");
        }
        int flags = Pattern.MULTILINE | (request.ignoreCase() ? Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE : 0);
        String path = request.path();
        return new SearchQuery(
                request,
                compile("q", request.q(), flags),
                path == null || path.isEmpty() ? null : compile("path", path, 0),
                request.offset(),
                request.limit(),
                timeout);
    }

    /** The same search, whose page begins with the first hit. */
    SearchQuery fromFirst() {
        return new SearchQuery(request, content, path, 0, offset + limit, timeout);
    }

    private static Pattern compile(String name, String regex, int flags) {
        if (regex.length() > LONGEST) {
            throw new InvalidQueryException(
                    "'%s' has %d characters; it may have %d.".formatted(name, regex.length(), LONGEST));
        }
        String bounded = BlindSteps.bound(name, regex);
        try {
            Pattern plain = Pattern.compile(regex, flags); // what is wrong is told of what the caller wrote
            return bounded.equals(regex) ? plain : Pattern.compile(bounded, flags);
        } catch (PatternSyntaxException e) {
            String where = e.getIndex() < 0 ? "" : " at position " + e.getIndex();
            throw new InvalidQueryException(
                    "'%s' is not a regular expression: %s%s.".formatted(name, e.getDescription(), where));
        } catch (StackOverflowError e) {
            throw new InvalidQueryException("'%s' is nested too deeply.".formatted(name));
        }
    }

    /** Of any duration; {@link Duration#toMillis()} fails for the longest. */
    private static BigInteger millis(Duration duration) {
        BigInteger whole = BigInteger.valueOf(duration.toSeconds()).multiply(BigInteger.valueOf(1_000));
        return whole.add(BigInteger.valueOf(duration.toMillisPart()));
    }

    private static void requireRange(String name, int value, int least, int most) {
        if (value < least || value > most) {
            throw new InvalidQueryException(
                    "'%s' is %d; it must be from %d to %d.".formatted(name, value, least, most));
        }
    }
}
