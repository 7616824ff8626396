package dev.gmp.spring.it.security;

import static org.assertj.core.api.Assertions.assertThat;

import org.springframework.http.HttpHeaders;

/** That the headers of the live page are there, each once. */
final class PageHeaderCheck {

    private PageHeaderCheck() {}

    static void assertIn(HttpHeaders headers) {
        assertThat(headers.get("Content-Security-Policy"))
                .singleElement()
                .asString()
                .endsWith("; frame-ancestors 'none'");
        assertThat(headers.get("X-Content-Type-Options")).containsExactly("nosniff");
        assertThat(headers.get("Referrer-Policy")).containsExactly("no-referrer");
        assertThat(headers.get("Cache-Control")).containsExactly("no-store");
    }
}
