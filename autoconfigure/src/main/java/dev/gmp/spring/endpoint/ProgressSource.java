package dev.gmp.spring.endpoint;

import java.util.List;

/**
 * Says how far long work is. The endpoint {@code gmp} and the page {@code gmpui} show what every bean of this type says,
 * in the order of the beans.
 *
 * @since 0.1
 */
@FunctionalInterface
public interface ProgressSource {

    /**
     * The work that is under way, and as long as it is of interest, what has ended. Called by any thread, about once a
     * second for each page that is open, so it must neither block nor compute for long.
     * While it throws, it is left out; that is logged once.
     */
    List<Progress> progress();
}
