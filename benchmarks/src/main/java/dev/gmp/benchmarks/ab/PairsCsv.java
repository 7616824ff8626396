package dev.gmp.benchmarks.ab;

import java.util.List;
import java.util.Locale;

final class PairsCsv {
    private PairsCsv() {}

    static String of(List<Pair> pairs) {
        StringBuilder text = new StringBuilder("pair,first,figure,unit,peer,old,new\n");
        for (Pair pair : pairs) {
            text.append(String.format(
                    Locale.ROOT,
                    "%d,%s,\"%s\",%s,%s,%.6f,%.6f%n",
                    pair.number(),
                    pair.oldFirst() ? "old" : "new",
                    pair.metric().name(),
                    pair.metric().unit(),
                    pair.peer().id(),
                    pair.oldValue(),
                    pair.newValue()));
        }
        return text.toString();
    }
}
