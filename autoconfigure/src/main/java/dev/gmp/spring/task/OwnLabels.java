package dev.gmp.spring.task;

import dev.gmp.Goroutines;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The labels that the starter sets by itself. None of them may fail what the application does. */
public final class OwnLabels {

    private OwnLabels() {}

    /**
     * Labels the calling goroutine. The label is left out where the application has as many as a goroutine can have.
     *
     * @param value null to remove it
     */
    public static void set(String key, @Nullable String value) {
        try {
            Goroutines.label(key, value);
        } catch (IllegalArgumentException full) {
            // What the goroutine does goes on without the label.
        }
    }

    /** Gives the calling goroutine the labels again that it had before, and no others. */
    public static void restore(Map<String, String> before) {
        Goroutines.labels().keySet().stream()
                .filter(key -> !before.containsKey(key))
                .forEach(key -> set(key, null));
        before.forEach(OwnLabels::set);
    }
}
