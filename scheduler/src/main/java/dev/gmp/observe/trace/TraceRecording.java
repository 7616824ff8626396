package dev.gmp.observe.trace;

/**
 * A running recording. Thread-safe.
 *
 * @since 0.1
 */
public interface TraceRecording extends AutoCloseable {

    /** The default number of events. They take about 10 MB of heap while recorded, and up to 60 MB for the timeline. */
    int DEFAULT_EVENTS = 200_000;

    /**
     * The largest number of bytes of heap for each event: about 50 while it is recorded, the rest while the timeline is
     * made.
     */
    int BYTES_PER_EVENT = 300;

    /** The largest number of events of a recording. */
    int MOST_EVENTS = 5_000_000;

    /**
     * Ends the recording and makes its timeline. The recording ends even if there is too little memory for the
     * timeline; the call may then be repeated. Where the heap seems to have too little room, this call collects garbage
     * once.
     *
     * @return the timeline; later calls return the same
     * @throws IllegalStateException if the free heap is below {@link #BYTES_PER_EVENT} for each event; the message has
     *     both sizes
     */
    Timeline stop();

    /** Ends the recording without a timeline. Does nothing after {@link #stop}. */
    @Override
    void close();
}
