package dev.gmp.sample.cluster;

import org.jspecify.annotations.Nullable;

/** Asks the part of a path for the file there. The answer is an {@link Answer}. */
record ReadDocument(String path) {

    /**
     * The file.
     *
     * @param text null if the part has no such file
     */
    record Answer(@Nullable String text) {}
}
