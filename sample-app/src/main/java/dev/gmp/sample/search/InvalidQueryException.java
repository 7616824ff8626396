package dev.gmp.sample.search;

/** The search cannot be run as it was asked for; the message says why, in words for the caller. */
public class InvalidQueryException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    InvalidQueryException(String reason) {
        super(reason);
    }
}
