package dev.gmp.spring.incident;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import dev.gmp.GmpScheduler;
import dev.gmp.IncidentWatch;
import dev.gmp.observe.incident.IncidentFile;
import dev.gmp.observe.incident.IncidentFolder;
import dev.gmp.spring.endpoint.GmpEndpointProperties;
import dev.gmp.spring.endpoint.RequestParameters;
import java.io.IOException;
import java.io.InputStream;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.Access;
import org.springframework.boot.actuate.endpoint.InvalidEndpointRequestException;
import org.springframework.boot.actuate.endpoint.OperationResponseBody;
import org.springframework.boot.actuate.endpoint.SecurityContext;
import org.springframework.boot.actuate.endpoint.annotation.DeleteOperation;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.boot.actuate.endpoint.annotation.WriteOperation;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;
import org.springframework.boot.actuate.endpoint.web.annotation.WebEndpoint;
import org.springframework.core.io.InputStreamResource;
import org.springframework.util.MimeType;
import org.springframework.util.MimeTypeUtils;

/**
 * Capsules of incidents: lists, writes, shows and deletes them. They have stacks and labels, so no user may have them unless
 * {@code management.endpoint.gmpincidents.access} and {@code management.endpoint.gmp.show-stacks} say so.
 *
 * @since 0.2.0
 */
@WebEndpoint(id = "gmpincidents", defaultAccess = Access.NONE)
public final class GmpIncidentsEndpoint {

    private static final MimeType ZIP = MimeType.valueOf("application/zip");
    private static final MimeType TEXT = MimeType.valueOf("text/plain;charset=UTF-8");
    private static final int STATUS_FORBIDDEN = 403;
    private static final int STATUS_CONFLICT = 409;

    private final IncidentWatch watch;
    private final IncidentFolder folder;
    private final GmpEndpointProperties properties;

    GmpIncidentsEndpoint(IncidentWatch watch, IncidentFolder folder, GmpEndpointProperties properties) {
        this.watch = watch;
        this.folder = folder;
        this.properties = properties;
    }

    /** All capsules, the latest first. */
    @ReadOperation
    public WebEndpointResponse<Object> list() {
        return answer(() -> ok(
                new Incidents(
                        watch.isRunning(),
                        folder.list().stream().map(this::incident).toList()),
                MimeTypeUtils.APPLICATION_JSON));
    }

    /**
     * Writes a capsule now, which may take seconds. The answer is "conflict" while another one is written.
     *
     * @param scheduler its name; may be null if only one is watched
     * @throws InvalidEndpointRequestException with the reason, if none of this name is watched
     */
    @WriteOperation
    public WebEndpointResponse<Object> capture(@Nullable String scheduler) {
        GmpScheduler chosen = RequestParameters.scheduler(watch.schedulers(), scheduler);
        return answer(() -> watch.capture(chosen)
                .map(file -> ok(incident(file), MimeTypeUtils.APPLICATION_JSON))
                .orElseGet(() -> RequestParameters.problem("another capsule is being written", STATUS_CONFLICT)));
    }

    /**
     * A capsule as a zip, or one part of it. The answer is "forbidden" where stacks are hidden from the user.
     *
     * @param name one of the list
     * @param part such as {@code trace.json}; the whole zip if null
     */
    @ReadOperation(produces = {"application/zip", "application/json", "text/plain"})
    public WebEndpointResponse<Object> fetch(@Selector String name, @Nullable String part, SecurityContext security) {
        if (!properties.mayShowStacks(security)) {
            return RequestParameters.problem(
                    "it has stacks, which management.endpoint.gmp.show-stacks hides from this user", STATUS_FORBIDDEN);
        }
        return answer(() -> {
            Optional<InputStream> in = part == null ? folder.open(name) : folder.open(name, part);
            return in.isPresent() ? ok(new InputStreamResource(in.get()), typeOf(part)) : notFound();
        });
    }

    /**
     * Deletes a capsule.
     *
     * @param name one of the list
     */
    @DeleteOperation
    public WebEndpointResponse<Object> delete(@Selector String name) {
        return answer(() ->
                folder.delete(name) ? new WebEndpointResponse<>(WebEndpointResponse.STATUS_NO_CONTENT) : notFound());
    }

    private Incident incident(IncidentFile file) {
        return new Incident(
                file.name(),
                file.time(),
                file.cause().word(),
                folder.schedulerOf(file).orElse(null),
                file.bytes());
    }

    private static MimeType typeOf(@Nullable String part) {
        if (part == null) {
            return ZIP;
        }
        return part.endsWith(".json") ? MimeTypeUtils.APPLICATION_JSON : TEXT;
    }

    private static WebEndpointResponse<Object> answer(Answer answer) {
        try {
            return answer.get();
        } catch (IOException e) {
            return RequestParameters.problem(
                    GmpIncidentsProperties.FOLDER + ": " + e, WebEndpointResponse.STATUS_INTERNAL_SERVER_ERROR);
        }
    }

    private static WebEndpointResponse<Object> notFound() {
        return RequestParameters.problem(
                "there is no such capsule, or no such part of it", WebEndpointResponse.STATUS_NOT_FOUND);
    }

    /** Of that type also where the client asked for another. */
    private static WebEndpointResponse<Object> ok(Object body, MimeType type) {
        return new WebEndpointResponse<>(body, WebEndpointResponse.STATUS_OK, type);
    }

    @FunctionalInterface
    private interface Answer {
        WebEndpointResponse<Object> get() throws IOException;
    }

    /**
     * The capsules.
     *
     * @param watching whether capsules are written by themselves
     * @param incidents the latest first
     */
    public record Incidents(boolean watching, List<Incident> incidents) implements OperationResponseBody {}

    /**
     * A capsule.
     *
     * @param name the file's name
     * @param time when it was begun
     * @param cause {@code requested}, {@code stall}, {@code deadlock}, {@code latency}, {@code overtime} or {@code health-down}
     * @param scheduler the name of the scheduler that it is of; null where the file does not say it
     * @param bytes the size of the file
     */
    @JsonInclude(Include.ALWAYS)
    public record Incident(
            String name,
            Instant time,
            String cause,
            @Nullable String scheduler,
            long bytes) implements OperationResponseBody {}
}
