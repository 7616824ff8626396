package dev.gmp.spring.endpoint;

import org.springframework.boot.actuate.endpoint.Producible;
import org.springframework.util.MimeType;
import org.springframework.util.MimeTypeUtils;

/**
 * What a goroutine profile can be fetched as.
 *
 * @since 0.2.0
 */
public enum ProfileFormat implements Producible<ProfileFormat> {

    // Of those that a client accepts, Boot chooses the last.

    /** For tools that draw flame graphs; on request by {@code format}. */
    FOLDED(MimeTypeUtils.TEXT_PLAIN),

    /** In the manner of Go's {@code debug=1}. */
    TEXT(MimeTypeUtils.TEXT_PLAIN),

    /** Groups with all that is known of them. */
    JSON(MimeTypeUtils.APPLICATION_JSON);

    private final MimeType mimeType;

    ProfileFormat(MimeType mimeType) {
        this.mimeType = mimeType;
    }

    @Override
    public MimeType getProducedMimeType() {
        return mimeType;
    }

    @Override
    public boolean isDefault() {
        return this == JSON;
    }
}
