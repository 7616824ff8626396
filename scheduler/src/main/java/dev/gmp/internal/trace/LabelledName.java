package dev.gmp.internal.trace;

import dev.gmp.internal.label.Labels;
import org.jspecify.annotations.Nullable;

/** What a goroutine runs, a class or a text, and its labels. It becomes a text only where it is shown. */
record LabelledName(@Nullable Object name, Labels labels) {

    /** The same without labels. */
    static @Nullable Object bare(@Nullable Object name) {
        return name instanceof LabelledName labelled ? labelled.name : name;
    }

    static @Nullable Labels labelsOf(@Nullable Object name) {
        return name instanceof LabelledName labelled ? labelled.labels : null;
    }

    @Override
    public String toString() {
        return TaskNames.textOf(name) + " {" + labels + "}";
    }
}
