package dev.gmp.spring.trace;

import dev.gmp.GmpScheduler;
import dev.gmp.observe.trace.TraceRecording;
import dev.gmp.spring.endpoint.RequestParameters;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.boot.actuate.endpoint.Access;
import org.springframework.boot.actuate.endpoint.InvalidEndpointRequestException;
import org.springframework.boot.actuate.endpoint.OperationResponseBody;
import org.springframework.boot.actuate.endpoint.annotation.DeleteOperation;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.WriteOperation;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;
import org.springframework.boot.actuate.endpoint.web.annotation.WebEndpoint;
import org.springframework.core.io.InputStreamResource;

/**
 * Records what a scheduler does for some seconds. {@code POST} begins and returns at once, {@code GET} fetches the recording
 * when it is over, {@code DELETE} ends it early, or forgets it. So no web thread waits. There is one recording at a time.
 * Recording costs memory and time, so no user may do it unless {@code management.endpoint.gmptrace.access} says so.
 *
 * @since 0.1
 */
@WebEndpoint(id = "gmptrace", defaultAccess = Access.NONE)
public final class GmpTraceEndpoint implements DisposableBean {

    static final int LONGEST_SECONDS = 60;
    static final int MOST_EVENTS = 2_000_000;
    private static final int LEAST_EVENTS = 1_000;
    private static final int DEFAULT_SECONDS = 5;

    private static final int STATUS_ACCEPTED = 202;
    private static final int STATUS_CONFLICT = 409;

    private final List<GmpScheduler> schedulers;
    private final HeapRoom heap;
    private @Nullable TraceFile current;

    GmpTraceEndpoint(Collection<GmpScheduler> schedulers, HeapRoom heap) {
        this.schedulers = List.copyOf(schedulers);
        this.heap = heap;
        TemporaryFile.deleteStale();
    }

    /**
     * Begins a recording, in place of the one that there is.
     *
     * @param seconds 1 to {@value #LONGEST_SECONDS}; 5 if null
     * @param events that find room: 1,000 to {@value #MOST_EVENTS}, and not more than the heap has room for; if null, {@link
     *     TraceRecording#DEFAULT_EVENTS}, or as many as that
     * @param megabytes the largest size of the file: 1 to {@value RequestParameters#MOST_MEGABYTES}; 256 if null. Later events are left out
     *     of it, and it says so
     * @param scheduler its name; may be null if there is only one
     * @throws InvalidEndpointRequestException with the reason, if one of them is out of range
     */
    @WriteOperation
    public synchronized WebEndpointResponse<Object> start(
            @Nullable Integer seconds,
            @Nullable Integer events,
            @Nullable Integer megabytes,
            @Nullable String scheduler) {
        long mostBytes = RequestParameters.fileBytes(megabytes);
        int length = RequestParameters.between("seconds", seconds, DEFAULT_SECONDS, 1, LONGEST_SECONDS);
        int asked =
                RequestParameters.between("events", events, TraceRecording.DEFAULT_EVENTS, LEAST_EVENTS, MOST_EVENTS);
        GmpScheduler chosen = RequestParameters.scheduler(schedulers, scheduler);
        if (current != null && current.isRunning()) {
            return conflict(current);
        }
        int room = heap.eventsOf(asked);
        if (room < (events == null ? LEAST_EVENTS : asked)) {
            throw RequestParameters.bad(
                    "events must be at most %d with %d MB of the heap free, of which a recording may take half at %d bytes an event, but was %d"
                            .formatted(room, heap.freeMegabytes(), TraceRecording.BUFFER_BYTES_PER_EVENT, asked));
        }
        TraceRecording recording;
        try {
            recording = chosen.startTrace(room);
        } catch (IllegalStateException e) {
            return RequestParameters.problem(String.valueOf(e.getMessage()), STATUS_CONFLICT);
        }
        forget();
        TraceFile fresh = TraceFile.start(recording, Duration.ofSeconds(length), mostBytes);
        current = fresh;
        return new WebEndpointResponse<>(new Started(chosen.name(), length, mostBytes, fresh.end()), STATUS_ACCEPTED);
    }

    /**
     * The last recording, for Perfetto or Chrome. The answer is "not found" without one, and "conflict" while it runs.
     * For a recording that could not be written it is a server error with the reason. The file is opened at once, so it
     * can be read to its end also if it is deleted meanwhile.
     *
     * @param format the only format. A required parameter keeps Boot from caching answers for {@code
     *     cache.time-to-live}. A cached answer would say that an ended recording runs, or name a file that is gone
     */
    @ReadOperation(producesFrom = TraceFormat.class)
    public synchronized WebEndpointResponse<Object> fetch(TraceFormat format) {
        TraceFile file = current;
        if (file != null && file.isRunning()) {
            return conflict(file);
        }
        if (file == null) {
            return RequestParameters.problem("nothing was recorded; POST begins", WebEndpointResponse.STATUS_NOT_FOUND);
        }
        try {
            return new WebEndpointResponse<>(new InputStreamResource(file.open()), WebEndpointResponse.STATUS_OK);
        } catch (IOException e) {
            return RequestParameters.problem(
                    String.valueOf(e.getMessage()), WebEndpointResponse.STATUS_INTERNAL_SERVER_ERROR);
        }
    }

    /** Ends a recording that runs; forgets one that is over. */
    @DeleteOperation
    public synchronized void delete() {
        TraceFile file = current;
        if (file != null && file.isRunning()) {
            file.finish();
        } else {
            forget();
        }
    }

    @Override
    public synchronized void destroy() {
        forget();
    }

    private void forget() {
        if (current != null) {
            current.discard();
            current = null;
        }
    }

    private static WebEndpointResponse<Object> conflict(TraceFile running) {
        return RequestParameters.problem("a recording runs until " + running.end(), STATUS_CONFLICT);
    }

    /**
     * @param mostBytes the largest size of the file
     * @param until when it will be over, unless it is ended early
     */
    public record Started(String scheduler, int seconds, long mostBytes, Instant until)
            implements OperationResponseBody {}
}
