package dev.gmp.sample.index;

import dev.gmp.process.Command;
import dev.gmp.sample.corpus.Document;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Stores how a run ended, and puts the corpus in place if it is {@link IndexState#READY}.
 *
 * @param run as it stands
 * @param documents of the corpus; none for other ends
 */
record EndRun(
        IndexProgress run,
        IndexState end,
        List<Document> documents,
        @Nullable String failure) implements Command<Void> {}
