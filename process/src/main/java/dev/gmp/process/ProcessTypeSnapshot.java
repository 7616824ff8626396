package dev.gmp.process;

import dev.gmp.observe.LatencyHistogramSnapshot;
import java.util.Map;

/**
 * What the processes of one type do. All but {@code live}, {@code states}, {@code waitingMessages} and {@code
 * deepestMailbox} are totals since the start. Where not all processes were examined, {@code states}, {@code waitingMessages}
 * and {@code deepestMailbox} are those of the examined ones, and {@code steps} and {@code messages} lack those of the others.
 *
 * @param live how many have not ended
 * @param states how many processes are in each state but {@link ProcessState#COMPLETE}
 * @param completed ended by a result
 * @param failed ended by what was thrown
 * @param cancelled ended unasked
 * @param waitingMessages in all mailboxes
 * @param deepestMailbox the most messages in one mailbox
 * @param steps that have begun
 * @param messages that processes were stepped with
 * @param refusedMessages for a full mailbox
 * @param droppedMessages from a full mailbox
 * @param undeliveredMessages in the mailboxes of processes when they ended
 * @param stepTimes of one step in 64
 * @since 0.1
 */
public record ProcessTypeSnapshot(
        String type,
        int live,
        Map<ProcessState, Integer> states,
        long completed,
        long failed,
        long cancelled,
        long waitingMessages,
        int deepestMailbox,
        long steps,
        long messages,
        long refusedMessages,
        long droppedMessages,
        long undeliveredMessages,
        LatencyHistogramSnapshot stepTimes) {

    public ProcessTypeSnapshot {
        states = Map.copyOf(states);
    }

    /** How many processes were started. */
    public long started() {
        return live + completed + failed + cancelled;
    }
}
