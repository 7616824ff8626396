package dev.gmp.internal.trace;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gmp.internal.trace.EventRing.Copy;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** LAP-1: what is read of a ring are whole events, the last ones, in their order. */
class EventRingTest {

    private static final int CAPACITY = 16;
    private static final long MOST = (1L << 55) - 1;
    private static final long LEAST = -(1L << 55);

    private final EventRing ring = new EventRing(CAPACITY);

    @Test
    void aFreshRingIsEmpty() {
        assertThat(ring.size()).isZero();
        assertThat(ring.copy().words()).isEmpty();
        assertThat(ring.copy().unread()).isZero();
        assertThat(ring.copy().isPartial()).isFalse();
    }

    @Test
    void wordsKeepTheirSign() {
        ring.add(MOST, LEAST, -1, 0);

        assertThat(ring.copy().words()).containsExactly(MOST, LEAST, -1, 0);
    }

    /** Past 256 laps, after which the lap is the same again. */
    @Test
    void theLastOnesAreKept() {
        for (long number = 1; number <= 300L * CAPACITY; number++) {
            add(ring, number);
            long first = Math.max(1, number - CAPACITY + 1);
            Copy copy = ring.copy();
            assertThat(numbers(copy))
                    .containsExactlyElementsOf(
                            LongStream.rangeClosed(first, number).boxed().toList());
            assertThat(copy.isPartial()).isEqualTo(first > 1);
            assertThat(copy.unread()).isZero();
            assertThat(ring.size()).isEqualTo((int) (number - first + 1));
        }
    }

    /** Three threads overwrite each other's events all the time, and a fourth reads. */
    @Test
    void whatIsReadWhileItIsWrittenIsWhole() throws Exception {
        int writers = 3;
        int each = 300_000;
        CountDownLatch ended = new CountDownLatch(writers);
        AtomicBoolean hasRead = new AtomicBoolean();
        for (int i = 0; i < writers; i++) {
            long first = (long) i * each;
            new Thread(() -> {
                        for (int n = 1; n <= each || !hasRead.get(); n++) {
                            add(ring, first + n);
                        }
                        ended.countDown();
                    })
                    .start();
        }
        try {
            while (ended.getCount() > 0) {
                if (!numbers(ring.copy()).isEmpty()) {
                    hasRead.set(true);
                }
            }
        } finally {
            hasRead.set(true); // or the writers would go on for ever
        }

        assertThat(numbers(ring.copy())).hasSize(CAPACITY);
        assertThat(ring.copy().unread()).isZero();
    }

    private static void add(EventRing ring, long number) {
        ring.add(number, -number, number * 31, number ^ MOST);
    }

    private static List<Long> numbers(Copy copy) {
        List<Long> numbers = new ArrayList<>();
        long[] words = copy.words();
        for (int i = 0; i < words.length; i += EventRing.WORDS) {
            long number = words[i];
            assertThat(new long[] {words[i + 1], words[i + 2], words[i + 3]})
                    .as("the rest of event %d", number)
                    .containsExactly(-number, number * 31, number ^ MOST);
            numbers.add(number);
        }
        return numbers;
    }
}
