package dev.gmp.spring.trace;

import org.springframework.boot.actuate.endpoint.Producible;
import org.springframework.util.MimeType;
import org.springframework.util.MimeTypeUtils;

/**
 * What a recording can be fetched as.
 *
 * @since 0.1
 */
public enum TraceFormat implements Producible<TraceFormat> {

    /** What Perfetto and Chrome read. */
    CHROME_JSON;

    @Override
    public MimeType getProducedMimeType() {
        return MimeTypeUtils.APPLICATION_JSON;
    }
}
