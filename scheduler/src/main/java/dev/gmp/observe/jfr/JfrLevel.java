package dev.gmp.observe.jfr;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import jdk.jfr.Event;

/**
 * How much of a scheduler the flight recorder hears. The file {@code dev/gmp/observe/jfr/gmp.jfc} in the jar says the same
 * for {@code jcmd} and the command line.
 *
 * @since 0.1
 */
public enum JfrLevel {
    /** Nothing. */
    OFF(List.of()),

    /** What should be rare: hand-offs, preemptions, resizes and stalls. */
    LOW(List.of(HandOffEvent.class, PreemptionEvent.class, ResizeEvent.class, StallEvent.class)),

    /** Each start, end and park of a goroutine, too, each steal, and each park of a machine. */
    FULL(Stream.concat(
                    LOW.events.stream(),
                    Stream.of(
                            GoroutineStartEvent.class,
                            GoroutineEndEvent.class,
                            GoroutineParkEvent.class,
                            MachineParkEvent.class,
                            StealEvent.class))
            .toList());

    private final List<Class<? extends Event>> events;

    JfrLevel(List<Class<? extends Event>> events) {
        this.events = events;
    }

    /** The events that it switches on. */
    public List<Class<? extends Event>> events() {
        return events;
    }

    /** Settings for {@link jdk.jfr.Recording#setSettings}, to be merged with those for other events. */
    public Map<String, String> settings() {
        return FULL.events.stream()
                .collect(Collectors.toMap(
                        event -> "dev.gmp." + event.getSimpleName().replaceFirst("Event$", "") + "#enabled",
                        event -> Boolean.toString(events.contains(event)),
                        (a, b) -> a,
                        LinkedHashMap::new));
    }
}
