package dev.gmp.sample.cluster;

/** Asks a part where it is and how much it holds. The answer is an {@link Answer}. */
record DescribePart() {

    /**
     * A part as it is now.
     *
     * @param node the address of its node
     */
    record Answer(String node, int files, long lines) {}
}
