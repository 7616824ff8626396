package dev.gmp.internal.util;

/** Keeps the words of one object off the cache lines of its neighbour on the heap. */
@SuppressWarnings("unused")
public abstract class Padding {
    private long p00, p01, p02, p03, p04, p05, p06, p07, p08, p09, p10, p11, p12, p13, p14, p15;
}
