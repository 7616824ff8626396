/**
 * The tests of Go's own scheduler ({@code src/runtime/proc_test.go} and its neighbours), one for one: each method names the
 * test of Go that it corresponds to, and asks the same of this scheduler in Java. Tests of queues, of the steal order and
 * of the netpoller stand beside what they test; {@code docs/internals/verification.md} lists all of them.
 */
package dev.gmp.gotests;
