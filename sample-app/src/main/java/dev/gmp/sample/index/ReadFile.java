package dev.gmp.sample.index;

import dev.gmp.process.Command;
import dev.gmp.sample.corpus.Document;
import dev.gmp.sample.source.Source;
import org.jspecify.annotations.Nullable;

/**
 * Reads one file of a source.
 *
 * @param largest in bytes; a longer file is left out
 */
record ReadFile(Source source, String file, int largest) implements Command<ReadFile.Content> {

    /**
     * What is in the file.
     *
     * @param document null if the file is left out
     * @param memory that the document takes, in bytes
     * @param leftOut why; null if it is not
     */
    record Content(
            @Nullable Document document,
            long memory,
            @Nullable SkipReason leftOut) {

        static Content of(Document document) {
            return new Content(document, document.memory(), null);
        }

        static Content leftOut(SkipReason reason) {
            return new Content(null, 0, reason);
        }
    }
}
