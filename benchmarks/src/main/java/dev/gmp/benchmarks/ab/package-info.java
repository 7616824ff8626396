/**
 * The {@code ab} command: measures two {@code benchmarks.jar} files in turns, and says how their figures differ.
 *
 * <p>Each jar measures with its own {@code compare} command. So an old version is measured by its own code, whatever has
 * been renamed since; the two have to agree on the names of workloads, peers and figures only.
 */
@NullMarked
package dev.gmp.benchmarks.ab;

import org.jspecify.annotations.NullMarked;
