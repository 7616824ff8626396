package dev.gmp.sample.cluster;

/** Asks a part where it is and how much it holds. The answer is a {@link PartDescription}. */
record DescribePart() {}
