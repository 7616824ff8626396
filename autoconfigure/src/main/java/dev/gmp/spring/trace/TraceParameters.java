package dev.gmp.spring.trace;

import dev.gmp.spring.endpoint.RequestParameters;
import org.jspecify.annotations.Nullable;

/** The parameter that all requests for trace files have. */
final class TraceParameters {

    static final int MOST_MEGABYTES = 4_096;

    private static final int DEFAULT_MEGABYTES = 256;
    private static final long BYTES_PER_MEGABYTE = 1_000_000;

    private TraceParameters() {}

    /** The largest size of a file. */
    static long bytesOf(@Nullable Integer megabytes) {
        return BYTES_PER_MEGABYTE
                * RequestParameters.between("megabytes", megabytes, DEFAULT_MEGABYTES, 1, MOST_MEGABYTES);
    }
}
