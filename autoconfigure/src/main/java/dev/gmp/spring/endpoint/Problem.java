package dev.gmp.spring.endpoint;

import org.springframework.boot.actuate.endpoint.OperationResponseBody;

/**
 * Why an endpoint does not do what a request asks for, as the answer's body.
 *
 * @param message what is wrong, in words
 * @since 0.1
 */
public record Problem(String message) implements OperationResponseBody {}
