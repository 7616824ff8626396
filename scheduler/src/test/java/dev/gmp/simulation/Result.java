package dev.gmp.simulation;

import java.util.List;

/**
 * What came of a run.
 *
 * @param failure what was wrong, or null
 * @param cause what was thrown, or null
 * @param steps points that were passed
 * @param switches times that another thread went on
 * @param rests times that no thread could go on before time passed
 * @param fingerprint of which thread went on when: runs with one seed have one
 * @param lines the last switches, where that was asked for
 */
record Result(
        String failure, Throwable cause, long steps, long switches, long rests, long fingerprint, List<String> lines) {}
