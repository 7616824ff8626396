package dev.gmp.internal.timer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gmp.testkit.Together;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** TIMER-1 while several threads are at it. */
class TimerHeapRaceTest {

    private final TimerHeap heap = new TimerHeap();

    @Test
    void nothingIsLostBetweenAddsTakesAndCancellations() throws Exception {
        int each = 100_000;
        PlainTimer[][] timers = new PlainTimer[2][each];
        AtomicInteger cancelled = new AtomicInteger();
        AtomicInteger adding = new AtomicInteger(2);
        List<Together.Work> works = new ArrayList<>();
        AtomicInteger takenByAll = new AtomicInteger();
        for (int adder = 0; adder < 2; adder++) {
            PlainTimer[] own = timers[adder];
            SplittableRandom random = new SplittableRandom(adder);
            works.add(() -> {
                for (int i = 0; i < each; i++) {
                    own[i] = add(random.nextLong(20_000_000_000L));
                    PlainTimer victim = own[random.nextInt(i + 1)];
                    if (random.nextInt(3) == 0 && victim.tryCancel()) {
                        heap.cancelled();
                        cancelled.incrementAndGet();
                    }
                }
                adding.decrementAndGet();
            });
            works.add(() -> {
                Timer[] due = new Timer[16];
                boolean last = false;
                while (!last) {
                    last = adding.get() == 0;
                    takenByAll.addAndGet(
                            heap.takeDue(last ? Long.MAX_VALUE - 1 : random.nextLong(20_000_000_000L), due));
                }
            });
        }
        Together.run(works);
        Timer[] due = new Timer[64];
        for (int taken = heap.takeDue(Long.MAX_VALUE - 1, due);
                heap.earliest() != TimerHeap.NEVER || taken > 0;
                taken = heap.takeDue(Long.MAX_VALUE - 1, due)) {
            takenByAll.addAndGet(taken);
        }
        int taken = 0;
        for (PlainTimer[] own : timers) {
            for (PlainTimer timer : own) {
                assertThat(timer.isPending()).isFalse();
                taken += timer.isTaken() ? 1 : 0;
            }
        }
        assertThat(taken).isEqualTo(takenByAll.get()).isEqualTo(2 * each - cancelled.get());
        assertThat(heap.started()).isEqualTo(taken);
        assertThat(heap.pending()).isZero();
    }

    private PlainTimer add(long when) {
        PlainTimer timer = new PlainTimer(when);
        assertThat(heap.add(timer, when)).isTrue();
        return timer;
    }
}
