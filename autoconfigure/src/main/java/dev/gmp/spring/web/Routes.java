package dev.gmp.spring.web;

import java.util.Arrays;
import java.util.Set;
import java.util.stream.Collectors;
import org.springframework.http.HttpMethod;

/** The names of routes, such as {@code GET /orders/{id}}. */
final class Routes {

    private static final Set<String> METHODS =
            Arrays.stream(HttpMethod.values()).map(HttpMethod::name).collect(Collectors.toUnmodifiableSet());

    private Routes() {}

    /** A client may send any word as a method, and each would be a kind of task: others are {@code UNKNOWN}. */
    static String nameOf(String method, Object pattern) {
        return (METHODS.contains(method) ? method : "UNKNOWN") + " " + pattern;
    }
}
