package dev.gmp.sample.web;

/** The corpus has no such file. */
class UnknownFileException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    UnknownFileException(String path) {
        super("The index has no file " + path + ".");
    }
}
