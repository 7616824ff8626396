package dev.gmp.process;

import dev.gmp.observe.LatencyHistogramSnapshot;
import java.util.Map;

/**
 * The state of one type's processes. {@code live}, {@code states}, {@code waitingMessages} and {@code deepestMailbox}
 * are present values; all others are totals since the start.
 *
 * <p>If not all processes were examined, {@code states}, {@code waitingMessages} and {@code deepestMailbox} cover the
 * examined ones only. {@code steps} and {@code messages} then cover these and all that have ended.
 *
 * @param type the name of the type
 * @param live the number of processes that have not ended
 * @param states the number of processes in each state except {@link ProcessState#COMPLETE}
 * @param completed processes that ended with a result
 * @param failed processes that ended with an exception
 * @param cancelled processes that were ended by {@link Processes#end} or a shutdown
 * @param waitingMessages the number of messages in all mailboxes
 * @param deepestMailbox the largest number of messages in one mailbox
 * @param steps steps begun
 * @param messages messages that steps got
 * @param refusedMessages messages refused because a mailbox was full
 * @param droppedMessages messages dropped from a full mailbox
 * @param undeliveredMessages messages left in mailboxes when their processes ended
 * @param stepTimes the durations of one in 64 steps
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

    /** The number of processes started. */
    public long started() {
        return live + completed + failed + cancelled;
    }
}
