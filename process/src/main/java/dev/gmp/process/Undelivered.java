package dev.gmp.process;

/**
 * The message that a process gets when a message it sent to another node reached no process there. It has no sender. It
 * does not come for each loss: one whose node goes at the same time is not known to anything.
 *
 * @param to the address that the lost message was sent to
 * @param reason anything except {@link SendResult#DELIVERED}
 * @since 0.2.0
 */
public record Undelivered(Pid to, SendResult reason) {}
