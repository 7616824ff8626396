package dev.gmp.sample.index;

/** An index run is under way, and only one may be; the message says which. */
public class IndexRunningException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    IndexRunningException(IndexProgress running) {
        super("Indexing of %s is under way: %d of %d files. Try again when it has ended."
                .formatted(running.source(), running.done(), running.found()));
    }
}
