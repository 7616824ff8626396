package dev.gmp.sample.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gmp.sample.ServiceTest;
import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.Queue;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PageTests extends ServiceTest {

    private static final Pattern REFERENCE = Pattern.compile("(?:href|src)=\"([^\"#]+)\"|from \"([^\"]+)\"");

    /** Follows what the page and its scripts refer to; scripts refer to their neighbours. */
    @Test
    void thePageAndAllThatItLoadsComeFromTheServiceItself() {
        Set<String> seen = new HashSet<>();
        Queue<String> open = new ArrayDeque<>(Set.of("/"));
        while (!open.isEmpty()) {
            String path = open.remove();
            if (!seen.add(path) || path.startsWith("/actuator")) {
                continue;
            }
            String content = get(path);
            Matcher references = REFERENCE.matcher(content);
            while (references.find()) {
                String reference = references.group(1) != null ? references.group(1) : references.group(2);
                assertThat(reference).doesNotContain("//");
                open.add(path.substring(0, path.lastIndexOf('/') + 1) + reference.replaceFirst("^[.]/", ""));
            }
        }
        assertThat(seen).contains("/style.css", "/js/app.js", "/js/search.js", "/js/dom.js", "/favicon.svg");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/actuator/health", "/actuator/info", "/actuator/metrics", "/actuator/prometheus"})
    void operatorsSeeTheService(String path) {
        assertThat(get(path)).isNotEmpty();
    }

    private String get(String path) {
        return http.get()
                .uri(path)
                .exchange()
                .expectStatus()
                .isOk()
                .expectBody(String.class)
                .returnResult()
                .getResponseBody();
    }
}
