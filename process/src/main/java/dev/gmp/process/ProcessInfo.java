package dev.gmp.process;

import java.time.Duration;

/**
 * One process at one moment.
 *
 * @param age since its submission, in whole seconds
 * @param waitingMessages in its mailbox
 * @param steps so far
 * @param messages that it was stepped with so far
 * @since 0.1
 */
public record ProcessInfo(
        long pid, String type, ProcessState state, Duration age, int waitingMessages, long steps, long messages) {}
