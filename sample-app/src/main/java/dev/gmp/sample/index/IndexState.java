package dev.gmp.sample.index;

/** Where an index run stands. */
public enum IndexState {
    /** The files of the source are being listed. */
    LISTING,
    /** Files are being read, each on its goroutine. */
    READING,
    /** The new corpus is in use. */
    READY,
    /** The run ended with an error; the corpus before it stays in use. */
    FAILED,
    /** The run was cancelled, or the application was stopped; the corpus before it stays in use. */
    CANCELLED;

    public boolean hasEnded() {
        return this != LISTING && this != READING;
    }
}
