package dev.gmp.sample.cluster;

/**
 * A part as it is now.
 *
 * @param node the address of its node
 */
record PartDescription(String node, int files, long lines) {}
