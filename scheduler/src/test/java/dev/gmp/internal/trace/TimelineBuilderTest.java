package dev.gmp.internal.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.gmp.internal.gmp.Probe.Event;
import dev.gmp.internal.gmp.Probe.Stop;
import dev.gmp.observe.trace.Timeline.Lane;
import dev.gmp.observe.trace.Timeline.Mark;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is shown of events that are made up: each rule by itself, with the times and lanes that follow from it. */
class TimelineBuilderTest {

    private static final long LENGTH = 100;
    private static final int OTHERS = -1;

    /** The clock wraps while it is recorded. */
    private long began = Long.MAX_VALUE - 25;

    private final List<TraceEvent> events = new ArrayList<>();
    private final Set<Long> runStill = new HashSet<>();

    @Test
    void aGoroutineIsShownOnItsProcessorAndItsMachine() {
        happens(10, Event.ACQUIRES, 1).a(0);
        happens(20, Event.BEGINS, 1).of("g", String.class);
        stops(50, 1, Stop.ENDED);
        happens(60, Event.RELEASES, 1).a(0);
        happens(70, Event.PARKS, 1);

        assertThat(slices())
                .containsExactly(
                        "P0 20-50 G1 java.lang.String ended",
                        "M1 20-50 G1 java.lang.String ended",
                        "M1 70-100 G0 parked ");
        assertThat(marks()).containsExactly("M1 10 ACQUIRE P0", "M1 60 RELEASE P0");
        assertThat(arrows()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(longs = {0, Long.MAX_VALUE / 2 - 25, Long.MAX_VALUE - 25})
    void theyAreToldInTheOrderOfTime(long beginning) {
        began = beginning;
        stops(50, 0, Stop.PARKED);
        stops(90, 0, Stop.YIELDED);
        happens(60, Event.BEGINS, 0).of("second", "thread 2");
        happens(20, Event.BEGINS, 0).of("first", null);

        assertThat(slices()).containsExactly("M0 20-50 G1 goroutine parked", "M0 60-90 G2 thread 2 yielded");
    }

    @Test
    void aGoroutineKeepsItsNumberAndItsSlicesEndWhereTheNextBegins() {
        happens(10, Event.BEGINS, 0).of("g", "a");
        happens(20, Event.BEGINS, 0).of("h", "b");
        happens(30, Event.PARKS, 0);
        happens(40, Event.BEGINS, 0).of("g", "a");

        assertThat(slices())
                .containsExactly(
                        "M0 10-20 G1 a ", "M0 20-30 G2 b ", "M0 30-40 G0 parked ", "M0 40-100 G1 a recording ended");
    }

    @Test
    void anArrowLeadsFromTheReadyingGoroutineToWhereItRuns() {
        happens(1, Event.READIES, OTHERS).of("g", null);
        happens(2, Event.ACQUIRES, 1).a(0);
        happens(5, Event.BEGINS, 1).of("g", null);
        happens(6, Event.READIES, 1).of("h", null);
        happens(7, Event.BEGINS, 2).of("h", null);
        happens(8, Event.READIES, 2).of("i", null);
        stops(9, 2, Stop.ENDED);
        stops(9, 1, Stop.ENDED);
        happens(10, Event.BEGINS, 1).of("i", null);
        stops(11, 1, Stop.PARKED);
        happens(12, Event.BEGINS, 1).of("i", null); // none is known to have readied it again

        assertThat(arrows()).containsExactly("G1 OTHER_THREADS0 1 to P0 5", "G2 P0 6 to M2 7", "G3 M2 8 to P0 10");
        assertThat(slices())
                .contains("OTHER_THREADS0 1-1 G0 readies ")
                .filteredOn(slice -> slice.contains("readies"))
                .hasSize(1);
    }

    @Test
    void aMachineThatReadiesBetweenGoroutinesHasASliceForIt() {
        happens(5, Event.READIES, 3).of("g", null);
        happens(8, Event.BEGINS, 1).of("g", null);

        assertThat(slices()).containsExactly("M1 8-100 G1 goroutine recording ended", "M3 5-5 G0 readies ");
        assertThat(arrows()).containsExactly("G1 M3 5 to M1 8");
    }

    @Test
    void aParkedMachineThatReadiesPollsTheNetwork() {
        happens(0, Event.PARKS, 0);
        happens(5, Event.READIES, 0).of("g", null);
        happens(8, Event.UNPARKS, 0);
        happens(9, Event.BEGINS, 1).of("g", null);
        stops(10, 1, Stop.ENDED);

        assertThat(slices()).containsExactly("M0 0-8 G0 parked ", "M1 9-10 G1 goroutine ended");
        assertThat(arrows()).containsExactly("G1 M0 5 to M1 9");
    }

    @Test
    void aMachineThatFirstUnparksWasParkedBefore() {
        happens(8, Event.UNPARKS, 0);
        happens(9, Event.UNPARKS, 0);
        happens(20, Event.PARKS, 0);
        happens(30, Event.UNPARKS, 0);

        assertThat(slices()).containsExactly("M0 0-8 G0 parked ", "M0 20-30 G0 parked ");
    }

    @Test
    void aMachineThatLosesItsProcessorGoesOnWithout() {
        happens(1, Event.ACQUIRES, 1).a(0);
        happens(2, Event.BEGINS, 1).of("g", null);
        happens(10, Event.PREEMPTED, OTHERS).a(0).b(1);
        happens(11, Event.ACQUIRES, 2).a(0);
        happens(12, Event.HANDED_OFF, OTHERS).a(0).b(2);
        happens(13, Event.HANDED_OFF, OTHERS).a(5).b(1); // told late: it has none any more
        happens(20, Event.ACQUIRES, 1).a(7);
        happens(25, Event.PREEMPTED, OTHERS).a(0).b(1); // not the one that it holds
        happens(28, Event.ACQUIRES, 1).a(8);
        stops(30, 1, Stop.ENDED);

        assertThat(slices())
                .containsExactly(
                        "P0 2-10 G1 goroutine lost processor",
                        "P7 20-28 G1 goroutine released processor",
                        "P8 28-30 G1 goroutine ended",
                        "M1 2-30 G1 goroutine ended");
        assertThat(marks())
                .containsExactly(
                        "M1 1 ACQUIRE P0",
                        "M1 10 PREEMPTION of P0",
                        "M2 11 ACQUIRE P0",
                        "M2 12 HANDOFF of P0",
                        "M1 13 HANDOFF of P5",
                        "M1 20 ACQUIRE P7",
                        "M1 25 PREEMPTION of P0",
                        "M1 28 ACQUIRE P8");
    }

    @Test
    void aMachineThatReleasesItsProcessorGoesOnWithout() {
        happens(1, Event.ACQUIRES, 1).a(0);
        happens(2, Event.BEGINS, 1).of("g", null);
        happens(3, Event.RELEASES, 1).a(0);
        stops(9, 1, Stop.ENDED);

        assertThat(slices()).containsExactly("P0 2-3 G1 goroutine released processor", "M1 2-9 G1 goroutine ended");
    }

    @Test
    void whatRanBeforeIsShownFromTheBeginning() {
        happens(1, Event.HELD, OTHERS).a(2).b(3);
        happens(2, Event.RAN_BEFORE, OTHERS).b(3).of("g", "still runs");
        runStill.add(3L);
        happens(3, Event.RAN_BEFORE, OTHERS).b(4).of("h", "stops");
        stops(9, 4, Stop.ENDED);

        assertThat(slices())
                .containsExactly(
                        "P2 0-100 G1 still runs recording ended",
                        "M3 0-100 G1 still runs recording ended",
                        "M4 0-9 G2 stops ended");
    }

    @Test
    void whatRanBeforeIsLeftOutWhereItCannotBeKnown() {
        happens(1, Event.RAN_BEFORE, OTHERS).b(3).of("no sign of it", null);
        happens(2, Event.BEGINS, 4).of("next", "next");
        happens(3, Event.RAN_BEFORE, OTHERS).b(4).of("noted too late", null);

        assertThat(slices()).containsExactly("M4 2-100 G1 next recording ended");
    }

    @Test
    void aMachineIsFollowedUntilItTellsWhatFindsNoRoom() {
        happens(1, Event.ACQUIRES, 1).a(0);
        happens(2, Event.BEGINS, 1).of("g", null);
        happens(10, Event.DROPS, 1);
        happens(20, Event.ACQUIRES, 2).a(0);
        happens(21, Event.BEGINS, 2).of("h", null);
        happens(30, Event.BEGINS, 1).of("i", null); // there was memory again
        happens(40, Event.PARKS, 3);
        happens(50, Event.DROPS, 3);

        assertThat(slices())
                .containsExactly(
                        "P0 2-10 G1 goroutine no more room",
                        "P0 21-100 G2 goroutine recording ended",
                        "M1 2-10 G1 goroutine no more room",
                        "M2 21-100 G2 goroutine recording ended",
                        "M3 40-50 G0 parked ");
    }

    @Test
    void noMachineIsShownOnAProcessorOnceTheLossOfOneMayFindNoRoom() {
        happens(1, Event.ACQUIRES, 1).a(0);
        happens(2, Event.BEGINS, 1).of("g", null);
        happens(10, Event.DROPS, OTHERS);
        happens(20, Event.ACQUIRES, 2).a(0);
        happens(21, Event.BEGINS, 2).of("h", null);

        assertThat(slices())
                .containsExactly(
                        "P0 2-10 G1 goroutine no more room",
                        "M1 2-100 G1 goroutine recording ended",
                        "M2 21-100 G2 goroutine recording ended");
    }

    @Test
    void whatRanBeforeIsShownAsFarAsItIsKnownWhereThereIsNoRoom() {
        happens(1, Event.HELD, OTHERS).a(0).b(1);
        happens(2, Event.RAN_BEFORE, OTHERS).b(1).of("g", "still runs");
        happens(10, Event.DROPS, 1);
        runStill.add(1L);
        happens(2, Event.RAN_BEFORE, OTHERS).b(2).of("h", "may have ended");
        happens(10, Event.DROPS, 2);
        happens(1, Event.DROPS, 3);
        happens(2, Event.RAN_BEFORE, OTHERS).b(3).of("i", "may have begun");
        happens(10, Event.DROPS, 4); // it may have acquired the processor
        happens(20, Event.PREEMPTED, OTHERS).a(0).b(4);
        happens(2, Event.RAN_BEFORE, OTHERS).b(4).of("j", "has none");

        assertThat(slices())
                .containsExactly(
                        "P0 0-10 G1 still runs no more room",
                        "M1 0-100 G1 still runs recording ended",
                        "M2 0-10 G2 may have ended no more room",
                        "M4 0-10 G3 has none no more room");
    }

    @Test
    void theFirstWordOfAProcessorTellsWhichMachineHeldItBefore() {
        for (int machine = 1; machine <= 5; machine++) {
            happens(2, Event.BEGINS, machine).of(machine, "g");
        }
        happens(3, Event.RELEASES, 1).a(1);
        happens(4, Event.HANDED_OFF, OTHERS).a(2).b(2);
        happens(5, Event.ACQUIRES, 3).a(3);
        happens(6, Event.HELD, OTHERS).a(9).b(3); // it has told more since
        happens(7, Event.PREEMPTED, OTHERS).a(4).b(4);
        happens(8, Event.HELD, OTHERS).a(9).b(4);
        happens(9, Event.RELEASES, 3).a(3);
        happens(9, Event.HANDED_OFF, OTHERS).a(8).b(3);
        happens(9, Event.HELD, OTHERS).a(5).b(5);

        assertThat(slices())
                .filteredOn(slice -> slice.startsWith("P"))
                .containsExactly(
                        "P1 2-3 G1 g released processor",
                        "P2 2-4 G2 g lost processor",
                        "P3 5-9 G3 g released processor",
                        "P4 2-7 G4 g lost processor",
                        "P5 2-100 G5 g recording ended");
    }

    @Test
    void otherEventsAreMarks() {
        happens(1, Event.STEALS, 0).a(-1).b(1);
        happens(2, Event.STEALS, 1).a(0).b(3);
        happens(3, Event.GIVES_WAY, 1);
        happens(4, Event.HANDS_OFF, 1).a(6);
        happens(5, Event.RESIZED, OTHERS).a(2).b(4);
        happens(6, Event.STALLED, OTHERS).a(12_000_000);

        assertThat(marks())
                .containsExactly(
                        "M0 1 STEAL 1 from a runnext",
                        "M1 2 STEAL 3 from P0",
                        "M1 3 GIVE_WAY when asked to",
                        "M1 4 HANDOFF of P6, before it blocks",
                        "OTHER_THREADS0 5 RESIZE from 2 to 4",
                        "OTHER_THREADS0 6 STALL for 12 ms");
        assertThat(slices()).isEmpty();
    }

    @Test
    void aStackBelongsToTheLastLossOfTheMachineThatWasSeen() {
        List<StackTraceElement> stack = List.of(new StackTraceElement("A", "compute", "A.java", 7));
        happens(10, Event.PREEMPTED, OTHERS).a(0).b(1).of("g", null);
        happens(20, Event.PREEMPTED, OTHERS).a(2).b(1).of("g", null);
        happens(21, Event.PREEMPTED, OTHERS).a(3).b(4).of("h", null);
        happens(22, Event.SEEN, OTHERS).b(1).of("g", stack);
        happens(23, Event.SEEN, OTHERS).b(4).of("g", stack); // which is on another machine by now
        happens(24, Event.SEEN, OTHERS).b(5).of("g", stack);

        assertThat(built().marks()).extracting(Mark::stack).containsExactly(List.of(), stack, List.of());
        assertThat(marks())
                .containsExactly("M1 10 PREEMPTION of P0", "M1 20 PREEMPTION of P2", "M4 21 PREEMPTION of P3");
    }

    @Test
    void aBeginningWithoutAGoroutineIsRefused() {
        happens(1, Event.BEGINS, 0);

        assertThatIllegalStateException().isThrownBy(this::built).withMessageContaining("no goroutine");
    }

    private Draft happens(long at, Event kind, long machine) {
        return new Draft(new TraceEvent(kind, machine, began + at, 0, 0, null, null));
    }

    private void stops(long at, long machine, Stop how) {
        happens(at, Event.STOPS, machine).a(how.ordinal());
    }

    private List<String> slices() {
        return built().slices().stream()
                .map(slice -> "%s %d-%d G%d %s %s"
                        .formatted(
                                text(slice.lane()),
                                slice.startNanos(),
                                slice.endNanos(),
                                slice.goroutine(),
                                slice.name(),
                                slice.end()))
                .toList();
    }

    private List<String> arrows() {
        return built().arrows().stream()
                .map(arrow -> "G%d %s %d to %s %d"
                        .formatted(
                                arrow.goroutine(),
                                text(arrow.from()),
                                arrow.fromNanos(),
                                text(arrow.to()),
                                arrow.toNanos()))
                .toList();
    }

    private List<String> marks() {
        return built().marks().stream()
                .map(mark -> "%s %d %s %s".formatted(text(mark.lane()), mark.nanos(), mark.kind(), mark.detail()))
                .toList();
    }

    private TimelineLists built() {
        TimelineLists lists = new TimelineLists();
        List<TraceEvent> sorted = new ArrayList<>(events);
        sorted.sort(Comparator.comparingLong(event -> event.nanos() - began));
        new TimelineBuilder(began, began + LENGTH, lists).addAll(forTheLastTime -> sorted.iterator(), runStill);
        return lists;
    }

    private static String text(Lane lane) {
        return switch (lane.kind()) {
            case PROCESSOR -> "P" + lane.id();
            case MACHINE -> "M" + lane.id();
            case OTHER_THREADS -> lane.kind().toString() + lane.id();
        };
    }

    /** The event that was added last, to say more of it. */
    private final class Draft {

        private final int index = events.size();
        private TraceEvent event;

        Draft(TraceEvent event) {
            this.event = event;
            events.add(event);
        }

        Draft a(long a) {
            return become(a, event.b(), event.goroutine(), event.name());
        }

        Draft b(long b) {
            return become(event.a(), b, event.goroutine(), event.name());
        }

        void of(Object goroutine, Object name) {
            become(event.a(), event.b(), goroutine, name);
        }

        private Draft become(long a, long b, Object goroutine, Object name) {
            event = new TraceEvent(event.kind(), event.machine(), event.nanos(), a, b, goroutine, name);
            events.set(index, event);
            return this;
        }
    }
}
