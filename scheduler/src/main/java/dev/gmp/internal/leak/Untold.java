package dev.gmp.internal.leak;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** Counts waits of which the JVM does not tell which thread would end them. For one thread. */
final class Untold {

    /** A kind of wait, and what is missing. */
    enum Kind {
        MONITOR("for monitors: the JVM does not tell which threads hold them"),
        LOCK("for locks: java.util.concurrent.locks is not opened, so their holders are not told"),
        COMPLETABLE_FUTURE("for a CompletableFuture, which does not tell what completes it"),
        CHANNEL("at channels: nothing tells which goroutine will send or receive");

        private final String text;

        Kind(String text) {
            this.text = text;
        }
    }

    private final Map<Kind, Long> counts = new EnumMap<>(Kind.class);
    private boolean incomplete;

    void count(Kind kind) {
        counts.merge(kind, 1L, Long::sum);
    }

    /** The search ended before it had seen all. */
    void setIncomplete() {
        incomplete = true;
    }

    List<String> sentences() {
        List<String> sentences = new ArrayList<>();
        counts.forEach((kind, count) -> sentences.add("%d goroutines wait %s".formatted(count, kind.text)));
        if (incomplete) {
            sentences.add("the time was too short for all goroutines");
        }
        return sentences;
    }
}
