package dev.gmp.internal.leak;

/**
 * A thread waits for another.
 *
 * @param what it waits for, in words
 * @param holder the thread that holds it, at that moment
 */
record Wait(Thread waiter, String what, Thread holder) {}
