package dev.gmp.sample.index;

import java.util.function.Consumer;

/**
 * Asks an {@link IndexerProcess} to tell how far it is, now and after each of its steps, up to its end.
 *
 * @param watcher is called by the process's steps, so it must neither block nor compute for long
 */
record WatchProgress(Consumer<IndexProgress> watcher) {}
