package dev.gmp.spring.trace;

import dev.gmp.GmpScheduler;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.InvalidEndpointRequestException;

/** The parameters of requests for traces. A bad one is refused with the reason. */
final class TraceParameters {

    static final int MOST_MEGABYTES = 4_096;

    private static final int DEFAULT_MEGABYTES = 256;
    private static final long BYTES_PER_MEGABYTE = 1_000_000;

    private TraceParameters() {}

    /** The largest size of a file. */
    static long bytesOf(@Nullable Integer megabytes) {
        int size = megabytes == null ? DEFAULT_MEGABYTES : megabytes;
        requireBetween("megabytes", size, 1, MOST_MEGABYTES);
        return size * BYTES_PER_MEGABYTE;
    }

    static void requireBetween(String parameter, int value, int least, int most) {
        if (value < least || value > most) {
            throw bad("%s must be between %d and %d, but was %d".formatted(parameter, least, most, value));
        }
    }

    /** @param name may be null if there is only one */
    static GmpScheduler scheduler(List<GmpScheduler> schedulers, @Nullable String name) {
        if (name == null && schedulers.size() == 1) {
            return schedulers.get(0);
        }
        return schedulers.stream()
                .filter(each -> each.name().equals(name))
                .findFirst()
                .orElseThrow(() -> bad("scheduler must be one of %s, but was %s"
                        .formatted(schedulers.stream().map(GmpScheduler::name).toList(), name)));
    }

    static InvalidEndpointRequestException bad(String message) {
        return new InvalidEndpointRequestException(message, message);
    }
}
