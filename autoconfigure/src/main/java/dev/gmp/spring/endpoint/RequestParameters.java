package dev.gmp.spring.endpoint;

import dev.gmp.GmpScheduler;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.InvalidEndpointRequestException;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;
import org.springframework.util.MimeTypeUtils;

/** The parameters of requests to endpoints, and how a request is refused with the reason. */
public final class RequestParameters {

    /** The largest file that a request may ask for. */
    public static final int MOST_MEGABYTES = 4_096;

    private static final long BYTES_PER_MEGABYTE = 1_000_000;

    private RequestParameters() {}

    /**
     * Returns a number that may be given.
     *
     * @param given null for the default
     * @throws InvalidEndpointRequestException if it is out of range
     */
    public static int between(String parameter, @Nullable Integer given, int byDefault, int least, int most) {
        int value = given == null ? byDefault : given;
        if (value < least || value > most) {
            throw bad("%s must be between %d and %d, but was %d".formatted(parameter, least, most, value));
        }
        return value;
    }

    /**
     * Returns the scheduler that a request is for.
     *
     * @param name may be null if there is only one
     * @throws InvalidEndpointRequestException if there is no such scheduler
     */
    public static GmpScheduler scheduler(List<GmpScheduler> schedulers, @Nullable String name) {
        if (name == null && schedulers.size() == 1) {
            return schedulers.get(0);
        }
        return schedulers.stream()
                .filter(each -> each.name().equals(name))
                .findFirst()
                .orElseThrow(() -> bad("scheduler must be one of %s, but was %s"
                        .formatted(schedulers.stream().map(GmpScheduler::name).toList(), name)));
    }

    /** The largest size of a file in bytes. @param megabytes 1 to {@value #MOST_MEGABYTES}; 256 if null */
    public static long fileBytes(@Nullable Integer megabytes) {
        return BYTES_PER_MEGABYTE * between("megabytes", megabytes, 256, 1, MOST_MEGABYTES);
    }

    /** The exception for a bad request, which is answered with the message. */
    public static InvalidEndpointRequestException bad(String message) {
        return new InvalidEndpointRequestException(message, message);
    }

    /** The answer to a request that is not done, in JSON also where the client asked for another type. */
    public static WebEndpointResponse<Object> problem(String message, int status) {
        return new WebEndpointResponse<>(new Problem(message), status, MimeTypeUtils.APPLICATION_JSON);
    }
}
