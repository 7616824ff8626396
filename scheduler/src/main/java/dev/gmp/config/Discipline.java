package dev.gmp.config;

/**
 * In which order a processor takes the goroutines of its own queue.
 *
 * @since 0.1
 */
public enum Discipline {

    /**
     * As Go: what a goroutine readies runs next, all others in the order in which they came. Fair among many users of one
     * service.
     */
    GO,

    /**
     * The newest first, and thieves take the oldest. For work that divides itself: what was made last is still in the cache.
     * A tree is walked in depth, so few of its parts wait at a time. A goroutine may be passed by all that are newer; one in
     * 61 turns takes the oldest, so that it comes in the end.
     */
    LIFO
}
