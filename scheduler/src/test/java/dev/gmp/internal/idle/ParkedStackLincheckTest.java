package dev.gmp.internal.idle;

import dev.gmp.testkit.Checkers;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Without withdrawals the stack is an atomic one. A withdrawal may let a waker that had passed the entry already take the
 * one below, so what is checked beside withdrawals is PARKED-1: each entry leaves exactly once.
 */
@Tag("long")
@Timeout(600)
@Param(name = "value", gen = IntGen.class, conf = "1:9")
public class ParkedStackLincheckTest {

    private final ParkedStack<Integer> stack = new ParkedStack<>();

    @Operation
    public void push(@Param(name = "value") int value) {
        stack.push(value);
    }

    @Operation
    public int pop() {
        Integer top = stack.pop();
        return top == null ? 0 : top;
    }

    @Test
    void everyOperationIsAtomic() {
        Checkers.check(getClass(), Specification.class);
    }

    @Test
    void besideWithdrawalsEachEntryLeavesOnce() {
        Checkers.everyInterleaving(ParkedStackLincheckTest::popBesideWithdrawals);
    }

    private static void popBesideWithdrawals() {
        ParkedStack<Integer> parked = new ParkedStack<>();
        List<Integer> mine = new ArrayList<>();
        List<Integer> wakers = new ArrayList<>();
        List<Integer> sleepers = new ArrayList<>();
        parked.push(1);
        ParkedStack.Entry<Integer> two = parked.push(2);
        Thread waker = Checkers.start(() -> popInto(parked, wakers));
        Thread sleeper = Checkers.start(() -> {
            ParkedStack.Entry<Integer> three = parked.push(3);
            if (parked.withdraw(three)) {
                sleepers.add(3);
            }
        });
        popInto(parked, mine);
        if (parked.withdraw(two)) {
            mine.add(2);
        }
        Checkers.join(waker);
        Checkers.join(sleeper);
        while (popInto(parked, mine)) {
            // until the stack is empty
        }
        Checkers.expectOnceEach(1, 3, List.of(mine, wakers, sleepers));
        Checkers.expect(parked.size() == 0, "size is " + parked.size());
    }

    private static boolean popInto(ParkedStack<Integer> parked, List<Integer> left) {
        Integer popped = parked.pop();
        return popped != null && left.add(popped);
    }

    /** A deque used from one end. */
    public static final class Specification {

        private final Deque<Integer> entries = new ArrayDeque<>();

        public void push(int value) {
            entries.push(value);
        }

        public int pop() {
            return entries.isEmpty() ? 0 : entries.pop();
        }
    }
}
