package dev.gmp.internal.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.gmp.internal.gmp.Probe.Event;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The order of merged events is exactly that of one sorted list. */
class TraceMergeTest {

    private static final long LENGTH = 1_000;

    @Test
    void eventsOfThreeWritersComeInTheOrderOfTime() {
        List<Iterator<TraceEvent>> writers =
                List.of(writer(0, 10, 40, 70), writer(1, 20, 40), writer(2, 5, 40, 41, 90));

        assertThat(merged(0, writers))
                .extracting(event -> event.machine() + " " + event.nanos())
                .containsExactly("2 5", "0 10", "1 20", "0 40", "1 40", "2 40", "2 41", "0 70", "2 90");
    }

    @Test
    void eventsOutsideOfTheRecordingAreLeftOut() {
        assertThat(merged(100, List.of(writer(0, 99, 100, 1_100, 1_101), writer(1, 1_102), writer(2))))
                .extracting(TraceEvent::nanos)
                .containsExactly(100L, 1_100L);
    }

    @Test
    void thereIsNoneAfterTheLast() {
        TraceMerge merge = new TraceMerge(0, LENGTH, List.of(writer(0, 1)));
        merge.next();

        assertThat(merge.hasNext()).isFalse();
        assertThatExceptionOfType(NoSuchElementException.class).isThrownBy(merge::next);
    }

    /** Also while the clock wraps. */
    @ParameterizedTest
    @ValueSource(longs = {0, 1_000_000, Long.MAX_VALUE - 500})
    void manyAreInTheOrderOfOneSortedList(long began) {
        Random random = new Random(began);
        List<List<TraceEvent>> writers = new ArrayList<>();
        for (int machine = 0; machine < 20; machine++) {
            int number = machine;
            writers.add(random.longs(random.nextInt(50), 0, LENGTH + 1)
                    .sorted()
                    .mapToObj(nanos -> event(number, began + nanos))
                    .toList());
        }
        List<TraceEvent> sorted = writers.stream()
                .flatMap(List::stream)
                .sorted(Comparator.comparingLong(event -> event.nanos() - began))
                .toList();

        assertThat(merged(began, writers.stream().map(List::iterator).toList())).isEqualTo(sorted);
    }

    private static List<TraceEvent> merged(long began, List<Iterator<TraceEvent>> writers) {
        List<TraceEvent> merged = new ArrayList<>();
        new TraceMerge(began, began + LENGTH, writers).forEachRemaining(merged::add);
        return merged;
    }

    private static Iterator<TraceEvent> writer(int machine, Integer... nanos) {
        return Stream.of(nanos).map(each -> event(machine, each)).iterator();
    }

    private static TraceEvent event(int machine, long nanos) {
        return new TraceEvent(Event.PARKS, machine, nanos, 0, 0, null, null);
    }
}
