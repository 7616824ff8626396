/**
 * Benchmarks of the scheduler against the executors that a JVM service would use instead.
 *
 * <p>Reading order: {@code peer} says which are compared, {@code workload} what they do, {@code measure} how that is
 * measured, {@code compare} turns the figures into tables of ratios, {@code ab} compares two versions of this project, and
 * {@code fairness} plots a run over time. {@code program} and {@code figures} serve these.
 *
 * <p>Absolute figures vary from machine to machine and from hour to hour. So every statement is a ratio between peers
 * measured in the same run, each in fresh JVMs with the same flags, in turns; in group {@code meet} they take turns in one
 * JVM.
 */
@NullMarked
package dev.gmp.benchmarks;

import org.jspecify.annotations.NullMarked;
