package dev.gmp.sample.corpus;

import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** The corpus that searches starting now use. Replaced as a whole; safe to use from any thread. */
@Component
public class CurrentCorpus {

    private final AtomicReference<@Nullable Corpus> current = new AtomicReference<>();

    /** Empty until the first index run has ended. */
    public Optional<Corpus> get() {
        return Optional.ofNullable(current.get());
    }

    /** @throws NoCorpusException until the first index run has ended */
    public Corpus require() {
        return get().orElseThrow(NoCorpusException::new);
    }

    public void replace(Corpus corpus) {
        current.set(corpus);
    }
}
