package dev.gmp.sample.corpus;

/** There is nothing to search yet. */
public class NoCorpusException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    NoCorpusException() {
        super("Nothing is indexed yet. GET /index tells how far the index is, POST /index starts one.");
    }
}
