package dev.gmp.internal.idle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gmp.testkit.Tally;
import dev.gmp.testkit.Together;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** What parked last is woken first, and what withdraws is not woken. */
class ParkedStackTest {

    private final ParkedStack<String> stack = new ParkedStack<>();

    @Test
    void theLastIsTheFirst() {
        stack.push("a");
        stack.push("b");
        stack.push("c");

        assertThat(stack.size()).isEqualTo(3);
        assertThat(stack.pop()).isEqualTo("c");
        stack.push("d");
        assertThat(stack.pop()).isEqualTo("d");
        assertThat(stack.pop()).isEqualTo("b");
        assertThat(stack.pop()).isEqualTo("a");
        assertThat(stack.pop()).isNull();
        assertThat(stack.size()).isZero();
    }

    @Test
    void aWithdrawnEntryIsPassedOver() {
        stack.push("a");
        ParkedStack.Entry<String> b = stack.push("b");
        ParkedStack.Entry<String> c = stack.push("c");

        assertThat(stack.withdraw(b)).isTrue();
        assertThat(stack.size()).isEqualTo(2);
        assertThat(stack.pop()).isEqualTo("c");
        assertThat(stack.withdraw(c)).isFalse();
        assertThat(stack.pop()).isEqualTo("a");
        assertThat(stack.size()).isZero();
    }

    @Test
    void anEntryIsWithdrawnOnce() {
        ParkedStack.Entry<String> a = stack.push("a");

        assertThat(stack.withdraw(a)).isTrue();
        assertThat(stack.withdraw(a)).isFalse();
        assertThat(stack.pop()).isNull();
        assertThat(stack.size()).isZero();
    }

    /** As machines do that block in the netpoller: they are hardly ever woken. */
    @Test
    void withdrawnEntriesAreNotKept() {
        ParkedStack<Object> parked = new ParkedStack<>();
        List<WeakReference<Object>> values = new ArrayList<>();
        for (int i = 0; i < 1_000; i++) {
            Object value = new Object();
            values.add(new WeakReference<>(value));
            parked.withdraw(parked.push(value));
        }
        assertThat(kept(values)).isLessThan(10);
        assertThat(parked.isEmpty()).isTrue();
    }

    /** Neither where one is always parked above those that have withdrawn. */
    @Test
    void withdrawnEntriesAreNotKeptByOthers() {
        ParkedStack<Object> parked = new ParkedStack<>();
        List<WeakReference<Object>> values = new ArrayList<>();
        ParkedStack.Entry<Object> last = parked.push("first");
        for (int i = 0; i < 1_000; i++) {
            Object value = new Object();
            values.add(new WeakReference<>(value));
            ParkedStack.Entry<Object> entry = parked.push(value);
            parked.withdraw(last);
            last = entry;
        }
        assertThat(kept(values)).isLessThan(10);
        assertThat(parked.pop()).isSameAs(values.get(999).get()).isNotNull();
        assertThat(parked.isEmpty()).isTrue();
    }

    private static long kept(List<WeakReference<Object>> values) {
        System.gc();
        return values.stream().filter(value -> value.get() != null).count();
    }

    /** PARKED-1. */
    @Test
    void eachEntryLeavesOnceUnderStress() throws Exception {
        int entries = Integer.getInteger("gmp.stress.operations", 1_000_000) / 10;
        ParkedStack<Integer> parked = new ParkedStack<>();
        Tally tally = new Tally(2 * entries);
        AtomicBoolean ended = new AtomicBoolean();
        Together.Work waker = () -> {
            while (!ended.get()) {
                Integer woken = parked.pop();
                if (woken != null) {
                    tally.ran(woken);
                }
            }
        };
        Together.Work parker = () -> {
            SplittableRandom random = new SplittableRandom(7);
            for (int entry = 0; entry < entries; entry++) {
                tally.accepted(entry);
                ParkedStack.Entry<Integer> mine = parked.push(entry);
                Together.jitter(random.nextInt());
                if (random.nextBoolean() && parked.withdraw(mine)) {
                    tally.givenBack(entry);
                }
            }
            ended.set(true);
        };
        Together.run(parker, waker, waker);
        for (Integer left = parked.pop(); left != null; left = parked.pop()) {
            tally.ran(left);
        }

        assertThat(tally.faults()).isEmpty();
        assertThat(parked.size()).isZero();
    }
}
