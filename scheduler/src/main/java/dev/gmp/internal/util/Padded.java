package dev.gmp.internal.util;

import java.util.concurrent.atomic.AtomicInteger;

/** Words that many threads share and that must not lie on the same cache line as others. */
public final class Padded {

    private Padded() {}

    /** Space in front of the word. */
    @SuppressWarnings({"serial", "unused", "UnusedVariable"})
    public static final class Int extends AtomicInteger {
        private static final long serialVersionUID = 1L;

        private long p00, p01, p02, p03, p04, p05, p06, p07, p08, p09, p10, p11, p12, p13, p14, p15;
    }
}
