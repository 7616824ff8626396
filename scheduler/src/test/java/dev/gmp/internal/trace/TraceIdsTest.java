package dev.gmp.internal.trace;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gmp.internal.label.Labels;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The ids of a trace fit into the words of a ring, bit by bit. */
class TraceIdsTest {

    @ParameterizedTest
    @CsvSource({
        "00000000000000010000000000000001, 0000000000000001",
        "ffffffffffffffffffffffffffffffff, ffffffffffffffff",
        "800000000000000180000000000000fe, 8000000000000001",
        "0123456789abcdeffedcba9876543210, 0123456789abcdef",
        "0000000000000000fedcba9876543210, fedcba9876543210"
    })
    void theyComeBack(String trace, String span) {
        TraceIds ids = TraceIds.of(labels(trace, span));
        EventRing ring = new EventRing(2);
        add(ring, ids.high(), ids.low());
        add(ring, ids.span(), 0);
        long[] words = ring.copy().words();
        long high = high(words, 0);
        TraceIds read = new TraceIds(high, TraceIds.lowOf(words[2], words[3]), high(words, EventRing.WORDS));

        assertThat(read).isEqualTo(ids);
        assertThat(read.labels()).hasToString("spanId=" + span + ", traceId=" + trace);
    }

    private static void add(EventRing ring, long high, long low) {
        ring.add(0, TraceIds.firstBits(high), TraceIds.middleBits(high, low), low);
    }

    private static long high(long[] words, int at) {
        return TraceIds.highOf((int) words[at + 1], words[at + 2]);
    }

    @Test
    void aTraceOf64BitsHasZerosBefore() {
        assertThat(TraceIds.of(labels("fedcba9876543210", "0123456789abcdef")).labels())
                .hasToString("spanId=0123456789abcdef, traceId=0000000000000000fedcba9876543210");
    }

    @Test
    void aTraceMayHaveNoSpan() {
        TraceIds ids = TraceIds.of(Labels.with(null, "traceId", "fedcba9876543210fedcba9876543210"));

        assertThat(ids.span()).isZero();
        assertThat(ids.labels()).hasToString("traceId=fedcba9876543210fedcba9876543210");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "17",
                "fedcba987654321x",
                "+edcba9876543210",
                "fedcba9876543210fedcba987654321",
                "٠٠٠٠٠٠٠٠٠٠٠٠٠٠٠٠"
            })
    void otherTextsAreNoIds(String trace) {
        assertThat(TraceIds.of(labels(trace, "0123456789abcdef"))).isNull();
    }

    @Test
    void otherLabelsAreNoIds() {
        assertThat(TraceIds.of(null)).isNull();
        assertThat(TraceIds.of(Labels.with(null, "order", "17"))).isNull();
    }

    private static Labels labels(String trace, String span) {
        return Labels.with(Labels.with(null, "traceId", trace), "spanId", span);
    }
}
