package dev.gmp.process;

import java.time.Duration;

/**
 * The state of one process at one moment.
 *
 * @param pid its number
 * @param type the name of its type
 * @param state what it does
 * @param age the time since its submission, in whole seconds
 * @param waitingMessages the number of messages in its mailbox
 * @param steps the number of steps so far
 * @param messages the number of messages that steps got so far
 * @since 0.1
 */
public record ProcessInfo(
        long pid, String type, ProcessState state, Duration age, int waitingMessages, long steps, long messages) {}
