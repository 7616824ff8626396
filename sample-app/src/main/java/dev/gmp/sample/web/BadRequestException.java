package dev.gmp.sample.web;

/** A request that is wrong in itself; the message says why, in words for the caller. */
class BadRequestException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    BadRequestException(String reason) {
        super(reason);
    }
}
