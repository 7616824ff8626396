package dev.gmp.internal.bulkhead;

import dev.gmp.testkit.Checkers;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Set;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * The queue behaves as its plain specification does, so: never more than two hold a slot, a free slot is never left while
 * anything waits, slots are given in order, and none is lost or admitted twice, cancelled ones included.
 */
@Tag("long")
@Timeout(600)
@Param(name = "number", gen = IntGen.class, conf = "0:5")
public class SlotQueueLincheckTest {

    private static final int SLOTS = 2;
    private static final int CAPACITY = 2;
    private static final int NONE = -1;
    private static final int NO_HOLDER = -2;

    private final SlotQueue<Entrant> queue = new SlotQueue<>(SLOTS, CAPACITY);
    private final Entrant[] entrants = new Entrant[6];

    public SlotQueueLincheckTest() {
        for (int number = 0; number < entrants.length; number++) {
            entrants[number] = new Entrant(number);
        }
    }

    @Operation(runOnce = true)
    public String enter0() {
        return enter(0);
    }

    @Operation(runOnce = true)
    public String enter1() {
        return enter(1);
    }

    @Operation(runOnce = true)
    public String enter2() {
        return enter(2);
    }

    @Operation(runOnce = true)
    public String enter3() {
        return enter(3);
    }

    @Operation(runOnce = true)
    public String enter4() {
        return enter(4);
    }

    @Operation(runOnce = true)
    public String enter5() {
        return enter(5);
    }

    @Operation
    public int leave(@Param(name = "number") int number) {
        try {
            return numberOf(queue.leave(entrants[number]));
        } catch (IllegalStateException e) {
            return NO_HOLDER;
        }
    }

    @Operation
    public boolean withdraw(@Param(name = "number") int number) {
        return queue.withdraw(entrants[number]);
    }

    @Operation
    public int withdrawOldest() {
        return numberOf(queue.withdrawOldest());
    }

    @Operation(runOnce = true)
    public void close() {
        queue.close();
    }

    @Operation
    public boolean isFinished() {
        return queue.isFinished();
    }

    @Operation
    public String count() {
        return queue.count().toString();
    }

    @Test
    void everyOperationIsAtomic() {
        Checkers.check(getClass(), Specification.class);
    }

    @Test
    void aCancellationBesideAnEndLosesNeitherSlotNorTask() {
        Checkers.everyInterleaving(SlotQueueLincheckTest::withdrawBesideLeave);
    }

    private static void withdrawBesideLeave() {
        SlotQueue<Entrant> one = new SlotQueue<>(1, CAPACITY);
        Entrant[] all = {new Entrant(0), new Entrant(1), new Entrant(2)};
        for (Entrant each : all) {
            one.enter(each);
        }
        Entrant[] next = new Entrant[1];
        Thread ender = Checkers.start(() -> next[0] = one.leave(all[0]));
        boolean cancelled = one.withdraw(all[1]);
        Checkers.join(ender);
        Checkers.expect(next[0] == (cancelled ? all[2] : all[1]), "the next is " + numberOf(next[0]));
        Entrant last = one.leave(next[0]);
        Checkers.expect(last == (cancelled ? null : all[2]), "the last is " + numberOf(last));
        SlotQueue.Count end = one.count();
        Checkers.expect(end.waiting() == 0 && end.held() == (cancelled ? 0 : 1), "it ends with " + end);
    }

    private String enter(int number) {
        return queue.enter(entrants[number]).name();
    }

    private static int numberOf(Entrant entrant) {
        return entrant == null ? NONE : entrant.number;
    }

    static final class Entrant extends Waiter<Entrant> {

        private final int number;

        Entrant(int number) {
            this.number = number;
        }
    }

    /** A set of holders and a deque. */
    public static final class Specification {

        private final Set<Integer> holders = new HashSet<>();
        private final Deque<Integer> waiting = new ArrayDeque<>();
        private boolean closed;
        private long admitted;
        private long queued;
        private long withdrawn;

        public String enter0() {
            return enter(0);
        }

        public String enter1() {
            return enter(1);
        }

        public String enter2() {
            return enter(2);
        }

        public String enter3() {
            return enter(3);
        }

        public String enter4() {
            return enter(4);
        }

        public String enter5() {
            return enter(5);
        }

        public int leave(int number) {
            if (!holders.remove(number)) {
                return NO_HOLDER;
            }
            if (waiting.isEmpty()) {
                return NONE;
            }
            int next = waiting.remove();
            holders.add(next);
            admitted++;
            return next;
        }

        public boolean withdraw(int number) {
            boolean waited = waiting.remove((Integer) number);
            withdrawn += waited ? 1 : 0;
            return waited;
        }

        public int withdrawOldest() {
            if (waiting.isEmpty()) {
                return NONE;
            }
            withdrawn++;
            return waiting.remove();
        }

        public void close() {
            closed = true;
        }

        public boolean isFinished() {
            return closed && holders.isEmpty() && waiting.isEmpty();
        }

        public String count() {
            return new SlotQueue.Count(holders.size(), waiting.size(), admitted, queued, withdrawn).toString();
        }

        private String enter(int number) {
            if (closed) {
                return "CLOSED";
            }
            if (holders.size() < SLOTS) {
                holders.add(number);
                admitted++;
                return "SLOT";
            }
            if (waiting.size() >= CAPACITY) {
                return "FULL";
            }
            waiting.add(number);
            queued++;
            return "QUEUED";
        }
    }
}
