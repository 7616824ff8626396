package dev.gmp.sample.index;

/** Why a file of the source is not in the corpus. */
public enum SkipReason {
    /** It has a NUL character near its beginning, which text has not. */
    BINARY,
    /** It is longer than {@code sample.index.max-file-size}. */
    TOO_LONG,
    /** The corpus would take more than {@code sample.index.max-memory}. */
    MEMORY_LIMIT,
    /** The source has more than {@code sample.index.max-files} files; one of them stands for all, which are not even listed. */
    FILE_LIMIT,
    /** Reading it failed. */
    UNREADABLE
}
