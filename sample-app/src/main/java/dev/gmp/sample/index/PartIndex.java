package dev.gmp.sample.index;

import dev.gmp.sample.corpus.Corpus;
import dev.gmp.sample.corpus.Document;
import dev.gmp.sample.source.Roots;
import dev.gmp.sample.source.Source;
import dev.gmp.sample.source.Sources;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.annotation.Profile;
import org.springframework.stereotype.Component;

/** Reads one part of the source. A file's path says which part it is of, on all nodes alike. */
@Component
@Profile("cluster")
public class PartIndex {

    private static final Logger log = LoggerFactory.getLogger(PartIndex.class);

    private final IndexProperties properties;
    private final Roots roots;

    PartIndex(IndexProperties properties, Roots roots) {
        this.properties = properties;
        this.roots = roots;
    }

    /** The number of the part that a path is of, from 0. */
    public static int partOf(String path, int parts) {
        return Math.floorMod(path.hashCode(), parts);
    }

    /**
     * Reads the files of a part, one after the other.
     *
     * @throws Exception if the source cannot be read
     */
    public Corpus read(int part, int parts) throws Exception {
        String location = Optional.ofNullable(properties.source())
                .or(() -> Sources.preferred().map(Object::toString))
                .orElseThrow(Sources::nothingToPrefer);
        Instant at = Instant.now();
        List<Document> documents = new ArrayList<>();
        try (Source source = Sources.open(location, properties.excludedFolders(), roots)) {
            long memory = 0;
            for (String file : source.files(properties.maxFiles())) {
                Document document = partOf(file, parts) == part ? read(source, file) : null;
                if (document != null && memory + document.memory() <= properties.memoryLimit() / parts) {
                    memory += document.memory();
                    documents.add(document);
                }
            }
        }
        Corpus corpus = Corpus.of(location, at, documents);
        log.info("Indexed part {} of {}: {}", part, parts, corpus.summary());
        return corpus;
    }

    /** Returns null if the file is to be left out, or cannot be read. */
    private @Nullable Document read(Source source, String file) {
        try {
            return IndexCommands.read(new ReadFile(source, file, properties.largestFile()))
                    .document();
        } catch (Exception e) {
            log.debug("Left out {}", file, e);
            return null;
        }
    }
}
