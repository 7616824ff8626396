package dev.gmp.sample.index;

import dev.gmp.process.CommandHandler;
import dev.gmp.sample.corpus.Corpus;
import dev.gmp.sample.corpus.CurrentCorpus;
import dev.gmp.sample.corpus.Document;
import dev.gmp.sample.index.ReadFile.Content;
import java.io.InputStream;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** What index runs have done for them. Each command is carried out on a goroutine of its own, so it may block. */
@Configuration(proxyBeanMethods = false)
class IndexCommands {

    private static final Logger log = LoggerFactory.getLogger(IndexCommands.class);

    @Bean
    CommandHandler<ListFiles, List<String>> fileLister() {
        return command -> command.source().files(command.most());
    }

    @Bean
    CommandHandler<ReadFile, Content> fileReader() {
        return IndexCommands::read;
    }

    @Bean
    CommandHandler<EndRun, Void> runKeeper(IndexHistory history, CurrentCorpus current) {
        return command -> {
            IndexProgress run = command.run();
            if (command.end() == IndexState.READY) {
                Corpus corpus = Corpus.of(run.source(), run.startedAt(), command.documents());
                history.indexed(run, corpus);
                current.replace(corpus);
                log.info("Indexed {}: {}", run.source(), corpus.summary());
            } else {
                history.ended(run, command.end(), command.failure());
            }
            return null;
        };
    }

    static Content read(ReadFile command) throws Exception {
        try (InputStream content = command.source().open(command.file())) {
            byte[] bytes = content.readNBytes(command.largest() + 1);
            if (bytes.length > command.largest()) {
                return Content.leftOut(TextDecoder.isBinary(bytes) ? SkipReason.BINARY : SkipReason.TOO_LONG);
            }
            Optional<String> text = TextDecoder.decode(bytes);
            return text.isEmpty()
                    ? Content.leftOut(SkipReason.BINARY)
                    : Content.of(Document.of(command.file(), text.get(), bytes.length));
        }
    }
}
