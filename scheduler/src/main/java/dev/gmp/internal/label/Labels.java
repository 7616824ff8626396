package dev.gmp.internal.label;

import dev.gmp.observe.LoggedName;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Labels in the order of their keys (Go: {@code pprof.LabelSet}). Immutable, and never empty: null stands for none. */
public final class Labels {

    /** The key of the trace that a goroutine works for. Each request has another. */
    public static final String TRACE_ID = "traceId";

    /** The key of its span. */
    public static final String SPAN_ID = "spanId";

    public static final int MOST = 16;
    public static final int LONGEST_KEY = 64;
    public static final int LONGEST_VALUE = 256;

    private static final String METHOD = "method";
    private static final String ROUTE = "route";

    /** Set once for all schedulers: until then, no start of a goroutine looks for labels to inherit. */
    private static boolean used;

    /** A key and its value in turn. */
    private final String[] pairs;

    private Labels(String[] pairs) {
        this.pairs = pairs;
    }

    /** False until the first label is set anywhere. A plain read: a label's goroutine has seen its own write. */
    public static boolean areUsed() {
        return used;
    }

    /**
     * The labels with one more, with one changed, or without one.
     *
     * @param value is cut to {@value #LONGEST_VALUE} characters; null to remove the label
     * @throws IllegalArgumentException if the key is blank or too long, or there would be more than {@value #MOST}
     */
    public static @Nullable Labels with(@Nullable Labels before, String key, @Nullable String value) {
        if (key.isBlank() || key.length() > LONGEST_KEY) {
            throw new IllegalArgumentException("a label's key must have 1 to %d characters, but was '%s'"
                    .formatted(LONGEST_KEY, LoggedName.of(key)));
        }
        used = true;
        String[] pairs = before == null ? new String[0] : before.pairs;
        String safeKey = LoggedName.of(key);
        int at = 0;
        while (at < pairs.length && pairs[at].compareTo(safeKey) < 0) {
            at += 2;
        }
        boolean isThere = at < pairs.length && pairs[at].equals(safeKey);
        if (value == null) {
            return isThere ? of(replaced(pairs, at, 2)) : before;
        }
        if (!isThere && pairs.length == 2 * MOST) {
            throw new IllegalArgumentException(
                    "a goroutine has at most %d labels, and '%s' would be one more".formatted(MOST, safeKey));
        }
        return of(replaced(pairs, at, isThere ? 2 : 0, safeKey, LoggedName.of(cut(value))));
    }

    /** The kind of task that they name, or null: the value of {@value #METHOD}, or else of {@value #ROUTE}. */
    public @Nullable String kind() {
        String method = get(METHOD);
        return method != null ? method : get(ROUTE);
    }

    public @Nullable String get(String key) {
        for (int i = 0; i < pairs.length; i += 2) {
            if (pairs[i].equals(key)) {
                return pairs[i + 1];
            }
        }
        return null;
    }

    public Map<String, String> asMap() {
        Map<String, String> map = new LinkedHashMap<>();
        for (int i = 0; i < pairs.length; i += 2) {
            map.put(pairs[i], pairs[i + 1]);
        }
        return Collections.unmodifiableMap(map);
    }

    /** As {@code key=value, key=value}. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < pairs.length; i += 2) {
            text.append(i == 0 ? "" : ", ").append(pairs[i]).append('=').append(pairs[i + 1]);
        }
        return text.toString();
    }

    private static @Nullable Labels of(String[] pairs) {
        return pairs.length == 0 ? null : new Labels(pairs);
    }

    private static String[] replaced(String[] pairs, int at, int removed, String... inserted) {
        String[] result = new String[pairs.length - removed + inserted.length];
        System.arraycopy(pairs, 0, result, 0, at);
        System.arraycopy(inserted, 0, result, at, inserted.length);
        System.arraycopy(pairs, at + removed, result, at + inserted.length, pairs.length - at - removed);
        return result;
    }

    private static String cut(String value) {
        return value.length() <= LONGEST_VALUE ? value : value.substring(0, LONGEST_VALUE);
    }
}
