package dev.gmp.internal.timer;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class NextTimersTest {

    private static final long BASE = 5L << 24;

    private final NextTimers next = new NextTimers();

    @Test
    void areTakenByTimeAndThoseOfTheSameTimeAsTheyCame() {
        SplittableRandom random = new SplittableRandom(1);
        List<PlainTimer> timers = timers(10_000, random, 1 << 10);

        assertThat(fill(timers)).isZero();

        timers.sort(Comparator.comparingLong(PlainTimer::when)); // stable
        for (PlainTimer timer : timers) {
            assertThat(next.firstWhen()).isEqualTo(timer.when());
            assertThat(next.removeFirst()).isSameAs(timer);
        }
        assertThat(next.isEmpty()).isTrue();
        assertThat(next.firstWhen()).isEqualTo(TimerHeap.NEVER);
    }

    @Test
    void husksAreLeftOutAtTheBeginningAndThrownOutLater() {
        SplittableRandom random = new SplittableRandom(2);
        List<PlainTimer> timers = timers(1_000, random, 1 << 24);
        int before = cancelSome(timers, random);
        assertThat(fill(timers)).isEqualTo(before);
        timers.removeIf(timer -> !timer.isPending());
        timers.sort(Comparator.comparingLong(PlainTimer::when));
        for (int i = 0; i < 100; i++) {
            assertThat(next.removeFirst()).isSameAs(timers.remove(0));
        }

        int later = cancelSome(timers, random);
        assertThat(next.retainPending()).isEqualTo(later);

        timers.removeIf(timer -> !timer.isPending());
        List<Timer> seen = new ArrayList<>();
        next.forEach(seen::add);
        assertThat(seen).isEqualTo(timers);
        for (PlainTimer timer : timers) {
            assertThat(next.removeFirst()).isSameAs(timer);
        }
        assertThat(next.isEmpty()).isTrue();
    }

    @Test
    void areEmptyWhenAllWereHusks() {
        List<PlainTimer> timers = timers(10, new SplittableRandom(3), 1 << 24);
        timers.forEach(PlainTimer::tryCancel);
        assertThat(fill(timers)).isEqualTo(10);
        assertThat(next.isEmpty()).isTrue();

        List<PlainTimer> others = timers(10, new SplittableRandom(4), 1 << 24);
        fill(others);
        others.forEach(PlainTimer::tryCancel);
        assertThat(next.retainPending()).isEqualTo(10);
        assertThat(next.isEmpty()).isTrue();
    }

    @Test
    void canBeSortedWithoutMemory() {
        SplittableRandom random = new SplittableRandom(5);
        for (int size = 0; size < 200; size++) {
            long[] keys = random.longs(size + 1, 0, 1 + size / 2).toArray();
            long[] sorted = keys.clone();
            Arrays.sort(sorted, 0, size);

            NextTimers.sortInPlace(keys, size);

            assertThat(keys).isEqualTo(sorted);
        }
    }

    private int fill(List<PlainTimer> timers) {
        long[] whens = timers.stream().mapToLong(PlainTimer::when).toArray();
        return next.fill(BASE, whens, timers.toArray(Timer[]::new), whens.length);
    }

    private static List<PlainTimer> timers(int count, SplittableRandom random, int within) {
        List<PlainTimer> timers = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            timers.add(new PlainTimer(BASE + random.nextInt(within)));
        }
        return timers;
    }

    private static int cancelSome(List<PlainTimer> timers, SplittableRandom random) {
        return (int) timers.stream()
                .filter(timer -> random.nextInt(3) == 0 && timer.tryCancel())
                .count();
    }
}
