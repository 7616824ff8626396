package dev.gmp.sample.index;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** An index run as it is kept in the database. A run whose end was never stored has {@code RUNNING} or {@code LOST} as its state. */
public record IndexRecord(
        long id,
        String source,
        String state,
        Instant startedAt,
        long tookMillis,
        int files,
        int skippedFiles,
        long lineCount,
        long byteCount,
        long goroutines,
        @Nullable String failure) {}
