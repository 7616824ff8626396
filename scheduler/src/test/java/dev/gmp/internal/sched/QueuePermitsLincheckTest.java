package dev.gmp.internal.sched;

import dev.gmp.config.SchedulerConfig;
import dev.gmp.internal.gmp.SchedulerState;
import dev.gmp.internal.util.ListenerList;
import dev.gmp.testkit.Checkers;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.jetbrains.lincheck.datastructures.Operation;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Admission is atomic: no more enter than there is room for, and what leaves makes room for exactly one. */
@Tag("long")
@Timeout(600)
public class QueuePermitsLincheckTest {

    private static final int CAPACITY = 2;

    private static final SchedulerConfig CONFIG = ProtocolState.bounded(CAPACITY);

    /** Asked only by those that wait for room. */
    private static final Lifecycle LIFECYCLE = ProtocolState.lifecycle(new SchedulerState(CONFIG, 4));

    private final QueuePermits queuePermits = new QueuePermits(CONFIG, LIFECYCLE, new ListenerList<>());

    @Operation
    public boolean tryEnter() {
        return queuePermits.tryEnter();
    }

    @Operation
    public void enterAnyway() {
        queuePermits.enterAnyway();
    }

    @Operation
    public void begins() {
        queuePermits.begins();
    }

    @Operation
    public boolean hasRoom() {
        return queuePermits.hasRoom();
    }

    @Operation
    public int waiting() {
        return queuePermits.waiting();
    }

    @Test
    void everyOperationIsAtomic() {
        Checkers.check(getClass(), Specification.class);
    }

    /** Ends when found. */
    @Test
    void countingAfterAReadLetsTooManyIn() {
        Checkers.expectFault("both are in", () -> {
            LooksFirst room = new LooksFirst();
            enterTwiceForOnePlace(room::tryEnter);
        });
    }

    /** Takes all places but one, and then two threads want that one. */
    private static void enterTwiceForOnePlace(BooleanSupplier tryEnter) {
        for (int i = 1; i < CAPACITY; i++) {
            Checkers.expect(tryEnter.getAsBoolean(), "there is room");
        }
        boolean[] entered = new boolean[2];
        Thread other = Checkers.start(() -> entered[0] = tryEnter.getAsBoolean());
        entered[1] = tryEnter.getAsBoolean();
        Checkers.join(other);
        Checkers.expect(entered[0] != entered[1], entered[0] ? "both are in" : "neither is in");
    }

    /** The broken variant: two that see the last permit both take it. */
    private static final class LooksFirst {

        private final AtomicInteger free = new AtomicInteger(CAPACITY);

        boolean tryEnter() {
            if (free.get() > 0) {
                free.decrementAndGet();
                return true;
            }
            return false;
        }
    }

    /** A number. */
    public static final class Specification {

        private int free = CAPACITY;

        public boolean tryEnter() {
            if (free > 0) {
                free--;
                return true;
            }
            return false;
        }

        public void enterAnyway() {
            free--;
        }

        public void begins() {
            free++;
        }

        public boolean hasRoom() {
            return free > 0;
        }

        public int waiting() {
            return CAPACITY - free;
        }
    }
}
