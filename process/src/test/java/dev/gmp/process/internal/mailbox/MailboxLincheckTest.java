package dev.gmp.process.internal.mailbox;

import dev.gmp.process.Event;
import dev.gmp.process.SendResult;
import dev.gmp.process.testkit.Checkers;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.jetbrains.lincheck.datastructures.StressOptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The mailbox is a queue: every operation is atomic, with many senders and one owner, and what it holds is kept in order. */
@Tag("long")
@Timeout(600)
@Param(name = "value", gen = IntGen.class, conf = "1:9")
public class MailboxLincheckTest {

    private static final String OWNER = "owner";

    private final Mailbox mailbox = new Mailbox() {};

    /** The owner's: it takes nothing afterwards. */
    private boolean closed;

    @Operation
    public String offer(@Param(name = "value") int value) {
        return mailbox.offer(new Letter(null, value), 100).name();
    }

    @Operation(nonParallelGroup = OWNER)
    public List<Integer> take() {
        return closed ? List.of() : take(1);
    }

    @Operation(nonParallelGroup = OWNER)
    public List<Integer> takeThree() {
        // Again where a batch was short: it ends with what was taken from the stack before.
        List<Integer> taken = new ArrayList<>();
        while (!closed && taken.size() < 3 && mailbox.hasMessage()) {
            taken.addAll(take(3 - taken.size()));
        }
        return taken;
    }

    private List<Integer> take(int most) {
        mailbox.fetchMessages();
        return numbers(mailbox.takeMessages(most));
    }

    @Operation(nonParallelGroup = OWNER)
    public int close() {
        closed = true;
        int unread = mailbox.close();
        mailbox.dropUnread();
        return unread;
    }

    private static List<Integer> numbers(List<Event> events) {
        List<Integer> numbers = new ArrayList<>();
        for (Event event : events) {
            numbers.add((Integer) ((Event.Message) event).data());
        }
        return numbers;
    }

    @Test
    void everyOperationIsAtomic() {
        Checkers.search(() -> new ModelCheckingOptions()
                .sequentialSpecification(Specification.class)
                .threads(3)
                .actorsBefore(2)
                .actorsPerThread(3)
                .actorsAfter(2)
                .iterations(Checkers.LONG ? 100 : 5)
                .invocationsPerIteration(Checkers.LONG ? 2_000 : 100)
                .check(getClass()));
        Checkers.search(() -> new StressOptions()
                .sequentialSpecification(Specification.class)
                .threads(3)
                .actorsBefore(2)
                .actorsPerThread(3)
                .actorsAfter(2)
                .iterations(Checkers.LONG ? 100 : 5)
                .invocationsPerIteration(Checkers.LONG ? 10_000 : 500)
                .check(getClass()));
    }

    /** A queue that can be closed. */
    public static class Specification {

        private final Deque<Integer> queue = new ArrayDeque<>();
        private boolean closed;

        public String offer(int value) {
            if (closed) {
                return SendResult.ENDED.name();
            }
            queue.addLast(value);
            return SendResult.DELIVERED.name();
        }

        public List<Integer> take() {
            return taken(1);
        }

        public List<Integer> takeThree() {
            return taken(3);
        }

        public int close() {
            int lost = queue.size();
            queue.clear();
            closed = true;
            return lost;
        }

        private List<Integer> taken(int most) {
            List<Integer> taken = new ArrayList<>();
            while (taken.size() < most && !queue.isEmpty()) {
                taken.add(queue.removeFirst());
            }
            return taken;
        }
    }
}
