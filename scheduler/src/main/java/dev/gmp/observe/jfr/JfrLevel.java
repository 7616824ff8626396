package dev.gmp.observe.jfr;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import jdk.jfr.Event;

/**
 * The events that the JDK's flight recorder gets. The file {@code dev/gmp/observe/jfr/gmp.jfc} in the jar has the same
 * settings for {@code jcmd} and the command line.
 *
 * @since 0.1
 */
public enum JfrLevel {
    /** No events. */
    OFF(List.of()),

    /** Rare events: hand-offs, preemptions, resizes and stalls. */
    LOW(List.of(HandOffEvent.class, PreemptionEvent.class, ResizeEvent.class, StallEvent.class)),

    /** Also each start, end and park of a goroutine, each steal, and each park of a machine. */
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

    /** The event classes that this level enables. */
    public List<Class<? extends Event>> events() {
        return events;
    }

    /** The settings of this level for {@link jdk.jfr.Recording#setSettings}, to merge with those of other events. */
    public Map<String, String> settings() {
        return FULL.events.stream()
                .collect(Collectors.toMap(
                        event -> "dev.gmp." + event.getSimpleName().replaceFirst("Event$", "") + "#enabled",
                        event -> Boolean.toString(events.contains(event)),
                        (a, b) -> a,
                        LinkedHashMap::new));
    }
}
