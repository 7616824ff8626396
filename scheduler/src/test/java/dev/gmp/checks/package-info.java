/**
 * What the contracts of the JDK leave open and contract suites do not find: that each accepted task runs exactly once, that
 * no wake-up is lost, that none starves, that nothing is accepted after the end and that a cancellation interrupts. Each
 * check takes any executor, so that it can be shown to fail on one that is broken on purpose.
 */
package dev.gmp.checks;
