package dev.gmp.sample.source;

/** The path names nothing that can be indexed; the message says why, in words for the caller. */
public class InvalidSourceException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    InvalidSourceException(String reason) {
        super(reason);
    }
}
