package dev.gmp.sample.cluster;

import dev.gmp.sample.search.SearchRequest;

/** Asks a part for what it has of a page of hits. The answer is a {@link dev.gmp.sample.search.SearchResult}. */
record SearchPart(SearchRequest request) {}
