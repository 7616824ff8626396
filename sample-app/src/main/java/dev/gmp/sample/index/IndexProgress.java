package dev.gmp.sample.index;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An index run as it stood at one moment.
 *
 * @param found files that the source has; 0 while they are being listed
 * @param done files that were read or left out
 * @param percent of the files found, 0 to 100
 * @param bytes read so far
 * @param goroutines that have been started to read: one a file
 * @param skipped how many files were left out, by reason
 * @param problems the first files that could not be read, and why
 * @param failure why the run failed, if it did
 */
public record IndexProgress(
        long id,
        String source,
        IndexState state,
        Instant startedAt,
        long tookMillis,
        int found,
        int done,
        int percent,
        long bytes,
        long goroutines,
        Map<SkipReason, Long> skipped,
        List<String> problems,
        @Nullable String failure) {

    /** The same, but ended. */
    IndexProgress endedAs(IndexState end, String why) {
        return new IndexProgress(
                id,
                source,
                end,
                startedAt,
                tookMillis,
                found,
                done,
                percent,
                bytes,
                goroutines,
                skipped,
                problems,
                why);
    }
}
