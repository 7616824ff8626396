package dev.gmp.sample.cluster;

import dev.gmp.process.AsyncCommandHandler;
import dev.gmp.process.CommandHandler;
import dev.gmp.process.ProcessType;
import dev.gmp.process.cluster.KeyedType;
import dev.gmp.sample.corpus.Corpus;
import dev.gmp.sample.index.PartIndex;
import dev.gmp.sample.search.SearchResult;
import dev.gmp.sample.search.SearchService;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Profile;

/** The type of the parts, and what they have done for them. */
@Configuration(proxyBeanMethods = false)
@Profile("cluster")
class PartConfiguration {

    /** Remembered: when its node goes, a part starts elsewhere at once, and not only with the next search. */
    @Bean
    KeyedType corpusPart() {
        return KeyedType.of(ProcessType.of(CorpusPart.TYPE, CorpusPart::new, CorpusPart.SERVE))
                .withRemembering();
    }

    @Bean
    CommandHandler<IndexPart, Corpus> partIndexer(PartIndex index, ClusterProperties properties) {
        return command -> index.read(command.part(), properties.parts());
    }

    @Bean
    AsyncCommandHandler<SearchCorpus, SearchResult> partSearcher(SearchService searches) {
        return command ->
                searches.startInPart(command.corpus(), command.request()).result();
    }
}
