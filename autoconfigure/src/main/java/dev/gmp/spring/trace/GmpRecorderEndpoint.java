package dev.gmp.spring.trace;

import dev.gmp.GmpScheduler;
import dev.gmp.observe.trace.FlightRecorder;
import dev.gmp.spring.endpoint.RequestParameters;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.Access;
import org.springframework.boot.actuate.endpoint.InvalidEndpointRequestException;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;
import org.springframework.boot.actuate.endpoint.web.annotation.WebEndpoint;
import org.springframework.core.io.InputStreamResource;

/**
 * Answers with the last events of a scheduler's flight recorder as a trace file. They name the classes of tasks, so no user
 * may have them unless {@code management.endpoint.gmprecorder.access} says so.
 *
 * @since 0.2.0
 */
@WebEndpoint(id = "gmprecorder", defaultAccess = Access.NONE)
public final class GmpRecorderEndpoint {

    private final List<GmpScheduler> schedulers;

    GmpRecorderEndpoint(Collection<GmpScheduler> schedulers) {
        this.schedulers = List.copyOf(schedulers);
        TemporaryFile.deleteStale();
    }

    /**
     * The last events, for Perfetto or Chrome. The answer is "not found" where the recorder is off, and a server error with
     * the reason where the events could not be written.
     *
     * @param format the only format. A required parameter keeps Boot from caching answers for {@code cache.time-to-live}
     * @param megabytes the largest size of the file: 1 to {@value RequestParameters#MOST_MEGABYTES}; 256 if null. Where all
     *     would not fit, the oldest events are left out of it, and it says so
     * @param scheduler its name; may be null if there is only one
     * @throws InvalidEndpointRequestException with the reason, if a parameter is out of range
     */
    @ReadOperation(producesFrom = TraceFormat.class)
    public WebEndpointResponse<Object> fetch(
            TraceFormat format, @Nullable Integer megabytes, @Nullable String scheduler) {
        long mostBytes = RequestParameters.fileBytes(megabytes);
        FlightRecorder recorder =
                RequestParameters.scheduler(schedulers, scheduler).recorder();
        if (!recorder.isEnabled()) {
            return RequestParameters.problem(
                    "the flight recorder is off; gmp.recorder.enabled=true switches it on",
                    WebEndpointResponse.STATUS_NOT_FOUND);
        }
        try {
            return new WebEndpointResponse<>(
                    new InputStreamResource(written(recorder, mostBytes)), WebEndpointResponse.STATUS_OK);
        } catch (IOException | UncheckedIOException | IllegalStateException e) {
            return RequestParameters.problem(
                    "the events could not be written: " + e, WebEndpointResponse.STATUS_INTERNAL_SERVER_ERROR);
        }
    }

    /** Of a file that is deleted already, and can be read to its end. */
    private static InputStream written(FlightRecorder recorder, long mostBytes) throws IOException {
        Path file = TemporaryFile.create();
        try {
            try (BufferedWriter out = Files.newBufferedWriter(file)) {
                recorder.writeTo(out, mostBytes);
            }
            return Files.newInputStream(file);
        } finally {
            TemporaryFile.delete(file);
        }
    }
}
