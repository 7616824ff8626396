package dev.gmp.sample.search;

/** Leaves the regular expression engine when a search is to end. Has no stack trace: it is a way out, not a fault. */
final class SearchEndedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    SearchEndedException() {
        super("The search has ended", null, false, false);
    }
}
