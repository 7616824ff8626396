package dev.gmp.sample.search;

import java.util.List;

/**
 * The hits that a search came upon first.
 *
 * @param hits in the order found, at most as many as asked for
 * @param complete whether the whole corpus was searched; if not, there may be more hits
 */
public record FirstHits(String q, List<Hit> hits, boolean complete) {}
