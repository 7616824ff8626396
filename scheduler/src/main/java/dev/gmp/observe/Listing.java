package dev.gmp.observe;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * A bounded list for log lines: the first elements, and the number of the others.
 *
 * @since 0.1
 */
public final class Listing {

    /** The largest number of elements that are listed. */
    public static final int MOST = 50;

    private Listing() {}

    /**
     * Describes the first {@value #MOST} elements of a list. If there are more, a last text says {@code and 7 more}.
     *
     * @param describe called for listed elements only
     * @return the texts, in order
     */
    public static <T> List<String> of(List<? extends T> all, Function<? super T, String> describe) {
        List<String> texts = new ArrayList<>();
        for (T each : all.subList(0, Math.min(all.size(), MOST))) {
            texts.add(describe.apply(each));
        }
        if (all.size() > MOST) {
            texts.add("and %d more".formatted(all.size() - MOST));
        }
        return texts;
    }
}
