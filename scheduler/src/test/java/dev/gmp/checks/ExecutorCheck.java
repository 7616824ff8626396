package dev.gmp.checks;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutorService;

/** Something that every sound executor does. */
@FunctionalInterface
interface ExecutorCheck {

    /**
     * Puts an executor to work. It may be shut down by that.
     *
     * @param executor fresh, and of two threads at least
     * @param patience how long the check waits for what a sound executor does in time; a busy machine needs much
     * @return what went wrong, in words; empty when nothing did
     */
    List<String> faultsOf(ExecutorService executor, Duration patience) throws Exception;
}
