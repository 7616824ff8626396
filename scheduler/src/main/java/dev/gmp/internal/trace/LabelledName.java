package dev.gmp.internal.trace;

import dev.gmp.internal.label.Labels;
import org.jspecify.annotations.Nullable;

/** What a goroutine runs, a class or a text, and its labels. It becomes a text only where it is shown. */
record LabelledName(@Nullable Object name, Labels labels) {

    @Override
    public String toString() {
        return TaskNames.textOf(name) + " {" + labels + "}";
    }
}
