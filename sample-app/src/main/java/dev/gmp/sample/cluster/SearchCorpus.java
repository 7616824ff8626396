package dev.gmp.sample.cluster;

import dev.gmp.process.Command;
import dev.gmp.sample.corpus.Corpus;
import dev.gmp.sample.search.SearchRequest;
import dev.gmp.sample.search.SearchResult;

/** Searches the files of a part. */
record SearchCorpus(Corpus corpus, SearchRequest request) implements Command<SearchResult> {}
