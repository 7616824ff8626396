package dev.gmp.observe;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * Lists the first of many for people, and says how many more there are. A log line about what is left stays short, however much
 * that is.
 *
 * @since 0.1
 */
public final class Listing {

    /** So many are listed. */
    public static final int MOST = 50;

    private Listing() {}

    /**
     * Describes the first of a list, {@value #MOST} at most. Where there are more, a last text says {@code and 7 more}.
     *
     * @param describe is called for those that are listed, and for no others
     * @return one text each, in order
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
