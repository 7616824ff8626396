package dev.gmp.observe.trace;

import dev.gmp.observe.SchedulerListener;

/**
 * The last events of a scheduler, which it keeps in rings of a fixed size. Thread-safe. Reading stops no task; of several
 * readers, each waits for the one before, five seconds at most.
 *
 * <p>It keeps everything that happens to processors: which machine holds which, steals, preemptions and hand-offs with the task
 * that lost its processor, resizes, and stalls. Of the goroutines it keeps one in {@value
 * SchedulerListener#SAMPLING_PERIOD}, those that the scheduler times anyway, once they have ended, parked or yielded. So the
 * slices are a sample, and a gap on a processor's lane may have run others. How long the events reach back depends on how many
 * there are.
 *
 * @since 0.2.0
 */
public interface FlightRecorder {

    /** Whether a scheduler has one by default. */
    boolean ENABLED_BY_DEFAULT = true;

    /**
     * The default number of bytes of all rings together: up to 131,072 events. There may be fewer where the number of
     * processors is no power of two.
     */
    long DEFAULT_BYTES = 4 << 20;

    /** The smallest number of bytes. */
    long LEAST_BYTES = 64 << 10;

    /** The largest number of bytes. */
    long MOST_BYTES = 256 << 20;

    /** The largest number of bytes of heap for each event while {@link #writeTo} writes it. */
    int BUFFER_BYTES_PER_EVENT = 120;

    /** The largest number of bytes of heap for each event while the timeline of {@link #snapshot} is made. */
    int BYTES_PER_EVENT = 600;

    /** Whether it records, as {@link dev.gmp.config.SchedulerConfig#recorder} says. */
    boolean isEnabled();

    /**
     * The events of the rings. The timeline begins where every ring has all its events: a ring that is full makes it begin
     * later. {@link Timeline#dropped} counts the events that were overwritten while they were read. Where the heap seems to have too little room, this call collects garbage once.
     *
     * @throws IllegalStateException if it is off, or the free heap is below {@link #BYTES_PER_EVENT} for each event
     */
    Timeline snapshot();

    /**
     * Writes the events of the rings as {@link ChromeTrace} does. They are decoded while they are written, at first only to
     * count the bytes.
     *
     * @param out gets the text in many small pieces
     * @param mostBytes the largest size of the text in UTF-8, {@link TraceRecording#LEAST_FILE_BYTES} or more. Where all
     *     would not fit, the oldest events are left out, and a mark at the beginning says so
     * @throws IllegalArgumentException if {@code mostBytes} is too small
     * @throws IllegalStateException if it is off, or the free heap is below {@link #BUFFER_BYTES_PER_EVENT} for each event
     * @throws java.io.UncheckedIOException if {@code out} throws an exception
     */
    TraceRecording.Written writeTo(Appendable out, long mostBytes);
}
