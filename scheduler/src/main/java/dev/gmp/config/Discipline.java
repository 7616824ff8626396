package dev.gmp.config;

/**
 * The order in which a processor takes goroutines from its own queue.
 *
 * @since 0.1
 */
public enum Discipline {

    /**
     * First in, first out, as in Go, except that the goroutine readied last by a running one is next. Fair among many
     * clients of one service.
     */
    GO,

    /**
     * Last in, first out; other processors steal the oldest. For work that divides itself: the newest part is still in
     * the cache. A tree is walked in depth, so few of its parts wait at a time. Newer goroutines pass older ones, but
     * one in 61 turns takes the oldest.
     */
    LIFO
}
