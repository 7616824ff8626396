package dev.gmp.observe.trace;

/** A recording that runs. Thread-safe. */
public interface TraceRecording extends AutoCloseable {

    /** Events that find room by default: some 10 MB while it is recorded. */
    int DEFAULT_EVENTS = 200_000;

    /** The most events that can be asked for. */
    int MOST_EVENTS = 5_000_000;

    /**
     * Ends the recording. It is over also when there is no memory for its timeline; the call may be tried again then.
     *
     * @return what was recorded; at later calls the same again
     */
    Timeline stop();

    /** Ends the recording, if {@link #stop} has not. */
    @Override
    void close();
}
