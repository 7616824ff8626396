package dev.gmp.process.cluster.internal.engine;

import dev.gmp.process.SendResult;
import dev.gmp.process.cluster.ClusterSnapshot;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/** What has happened to messages since the start. */
final class Counters {

    final LongAdder sentLocal = new LongAdder();
    final LongAdder sentRemote = new LongAdder();
    final LongAdder received = new LongAdder();
    final LongAdder forwarded = new LongAdder();
    final LongAdder lateAnswers = new LongAdder();
    final LongAdder movedShards = new LongAdder();
    private final LongAdder[] undelivered = new LongAdder[SendResult.values().length];
    private final Map<String, LongAdder> refused = new ConcurrentHashMap<>();

    Counters() {
        Arrays.setAll(undelivered, reason -> new LongAdder());
    }

    /** A message from another node could not be read. */
    void refused(String reason) {
        refused.computeIfAbsent(reason, any -> new LongAdder()).increment();
    }

    void undelivered(SendResult reason) {
        undelivered[reason.ordinal()].increment();
    }

    ClusterSnapshot.Counts snapshot() {
        Map<String, Long> lost = new TreeMap<>();
        for (SendResult reason : SendResult.values()) {
            if (reason != SendResult.DELIVERED) {
                lost.put(reason.name().toLowerCase(Locale.ROOT), undelivered[reason.ordinal()].sum());
            }
        }
        Map<String, Long> unread = new TreeMap<>();
        refused.forEach((reason, count) -> unread.put(reason, count.sum()));
        return new ClusterSnapshot.Counts(
                sentLocal.sum(),
                sentRemote.sum(),
                received.sum(),
                forwarded.sum(),
                lost,
                unread,
                lateAnswers.sum(),
                movedShards.sum());
    }
}
