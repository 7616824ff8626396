package dev.gmp.observe.trace;

/**
 * A recording that runs. Thread-safe.
 *
 * @since 0.1
 */
public interface TraceRecording extends AutoCloseable {

    /** Events that find room by default: some 10 MB of heap while it is recorded, and up to 60 MB for the timeline. */
    int DEFAULT_EVENTS = 200_000;

    /**
     * Bytes of heap that an event takes in all, at the most: some 50 while it is recorded, the rest while the timeline is made.
     */
    int BYTES_PER_EVENT = 300;

    /** The most events that can be asked for. */
    int MOST_EVENTS = 5_000_000;

    /**
     * Ends the recording. It is over also when there is no memory for its timeline; the call may be tried again then. Where the
     * heap seems to have too little room, this collects garbage once.
     *
     * @return what was recorded; at later calls the same again
     * @throws IllegalStateException if less of the heap is free than {@link #BYTES_PER_EVENT} for each event, with the numbers
     */
    Timeline stop();

    /** Ends the recording, if {@link #stop} has not. Makes no timeline. */
    @Override
    void close();
}
