/**
 * Go: {@code sysmon}. The monitor takes processors from machines that block or compute for too long, and looks after what no
 * machine looks after. Begin with {@code Sysmon}, then {@code PreemptionPolicy}, then {@code Retake}.
 *
 * <p>The rules and the glossary stand in {@code docs/internals/scheduling.md}.
 */
@NullMarked
package dev.gmp.internal.sysmon;

import org.jspecify.annotations.NullMarked;
