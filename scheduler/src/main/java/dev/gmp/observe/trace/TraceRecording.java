package dev.gmp.observe.trace;

/**
 * A running recording. Thread-safe.
 *
 * @since 0.1
 */
public interface TraceRecording extends AutoCloseable {

    /** The default number of events. They take about 12 MB of heap, and up to 60 MB for the timeline of {@link #stop}. */
    int DEFAULT_EVENTS = 200_000;

    /**
     * The largest number of bytes of heap for each event while it is recorded, and written by {@link #writeTo}. The
     * goroutines and labels that events refer to are not in it.
     */
    int BUFFER_BYTES_PER_EVENT = 60;

    /** The largest number of bytes of heap for each event while the timeline of {@link #stop} is made. */
    int BYTES_PER_EVENT = 300;

    /** The smallest limit for a file of {@link #writeTo}, in bytes. */
    long LEAST_FILE_BYTES = 100_000;

    /** The largest number of events of a recording. */
    int MOST_EVENTS = 5_000_000;

    /**
     * Ends the recording and makes its timeline. The recording ends even if there is too little memory for the
     * timeline; the call may then be repeated. Where the heap seems to have too little room, this call collects garbage
     * once.
     *
     * @return the timeline; later calls return the same
     * @throws IllegalStateException after {@link #writeTo} without an earlier call of this
     * @throws IllegalStateException if the free heap is below {@link #BYTES_PER_EVENT} for each event; the message has
     *     both sizes
     */
    Timeline stop();

    /**
     * Ends the recording and writes it as {@link ChromeTrace} does. The events of all threads are merged while they are
     * written, and let go of. So it takes no more heap than the recording does, and it can be called once.
     *
     * @param out gets the text in many small pieces
     * @param mostBytes the largest size of the text in UTF-8, {@value #LEAST_FILE_BYTES} or more. Where it is reached, later
     *     events are left out, and the last mark in the file says so
     * @throws IllegalArgumentException if {@code mostBytes} is too small; the recording goes on
     * @throws IllegalStateException if it was called before
     * @throws java.io.UncheckedIOException if {@code out} throws an exception; the recording has ended then
     * @since 0.2.0
     */
    Written writeTo(Appendable out, long mostBytes);

    /**
     * What was written.
     *
     * @param bytes the size of the text in UTF-8
     * @param dropped the number of events that found no room in the recording
     * @param cut whether events were left out because the text reached its largest size
     * @since 0.2.0
     */
    record Written(long bytes, long dropped, boolean cut) {}

    /** Ends the recording without a timeline. Does nothing after {@link #stop} or {@link #writeTo}. */
    @Override
    void close();
}
