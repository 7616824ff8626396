package dev.gmp.sample.webload;

import java.util.List;

/** What serves the requests. */
enum ServerKind {
    PLATFORM("Boot, platform threads", "gmp.mode=off"),
    VIRTUAL("Boot, virtual threads", "gmp.mode=off", "spring.threads.virtual.enabled=true"),
    GMP_DIRECT("gmp direct", "gmp.web.enabled=true", "gmp.goroutines=direct"),
    GMP_VIRTUAL("gmp virtual", "gmp.web.enabled=true", "gmp.goroutines=virtual");

    private final String title;
    private final List<String> properties;

    ServerKind(String title, String... properties) {
        this.title = title;
        this.properties = List.of(properties);
    }

    String title() {
        return title;
    }

    List<String> properties() {
        return properties;
    }

    boolean isOwn() {
        return this == GMP_DIRECT || this == GMP_VIRTUAL;
    }

    /** Whether any number of requests can wait in it at once: not in a pool of 200 threads. */
    boolean holdsAnyNumber() {
        return this == VIRTUAL || this == GMP_VIRTUAL;
    }
}
