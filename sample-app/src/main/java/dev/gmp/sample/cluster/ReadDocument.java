package dev.gmp.sample.cluster;

/** Asks the part of a path for the file there. The answer is a {@link DocumentText}. */
record ReadDocument(String path) {}
