package dev.gmp.internal.trace;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The texts of slices' names. Slices with the same labels share one text, as long as few other labels come between. */
final class SliceNames {

    private static final int MOST = 256;

    private final Map<String, String> labelled = new HashMap<>();

    String of(@Nullable Object name) {
        String text = TaskNames.textOf(name);
        if (!(name instanceof LabelledName)) {
            return text;
        }
        if (labelled.size() == MOST) {
            labelled.clear();
        }
        String before = labelled.putIfAbsent(text, text);
        return before == null ? text : before;
    }
}
