package dev.gmp.sample.corpus;

import java.util.List;

/** Neighbouring documents of a corpus that one goroutine searches. */
public record Shard(List<Document> documents) {}
