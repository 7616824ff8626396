package dev.gmp.internal.sched;

import static dev.gmp.testkit.Checkers.expect;

import dev.gmp.internal.gmp.DirectGoroutine;
import dev.gmp.internal.gmp.Goroutine;
import dev.gmp.internal.gmp.Machine;
import dev.gmp.internal.gmp.ProbePoint;
import dev.gmp.internal.gmp.Processor;
import dev.gmp.internal.idle.IdleProcessors;
import dev.gmp.internal.runq.LocalRunQueue;
import dev.gmp.internal.runq.RingRunQueue;
import dev.gmp.testkit.Checkers;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * RETAKE-1 in every interleaving of a machine that begins and ends a blocking section, sysmon that takes its processor
 * away, and a third that takes idle ones: the processor is always in one hand, and what the machine queued is there. The
 * simulation shows what comes of a processor that is taken after a look ({@code PROCESSOR_TAKEN_TWICE}).
 */
@Tag("long")
@Timeout(600)
class BlockingSectionProtocolTest {

    @Test
    void aProcessorIsInOneHandAroundABlockingSection() {
        Checkers.everyInterleaving(BlockingSectionProtocolTest::blockBesideSysmon);
    }

    private static void blockBesideSysmon() {
        LocalRunQueue<Goroutine> first = new RingRunQueue<>(4);
        Processor processor = new Processor(0, first);
        IdleProcessors idle = new IdleProcessors(1);
        Machine machine = newMachine(0);
        Machine other = newMachine(1);
        machine.acquire(processor);
        AtomicInteger hands = new AtomicInteger(1);
        Thread sysmon = Checkers.start(() -> {
            if (processor.tryTakeFrom(machine)) {
                LocalRunQueue<Goroutine> fresh = new RingRunQueue<>(4);
                move(first, fresh);
                processor.replaceQueue(fresh);
                putIdle(idle, processor, hands);
            }
        });
        Thread third = Checkers.start(() -> takeIdleAndPutBack(idle, processor, other, hands));
        block(idle, processor, machine, hands);
        Checkers.join(sysmon);
        Checkers.join(third);
        int held = machine.holdsProcessor() ? 1 : 0;
        expect(held + idle.count() == 1, "in two hands, or in none");
        expect(first.isEmpty() != processor.queue().isEmpty() || first == processor.queue(), "queued twice or lost");
        int queued = count(processor.queue()) + (first == processor.queue() ? 0 : count(first));
        expect(queued == 1, "goroutines in queues: " + queued);
    }

    /** Queues a goroutine, blocks, and takes an idle processor again if there is one. */
    private static void block(IdleProcessors idle, Processor processor, Machine machine, AtomicInteger hands) {
        LocalRunQueue<Goroutine> own = machine.ownQueue();
        if (own != null) {
            own.offer(new DirectGoroutine(() -> {}));
        } else {
            LocalRunQueue<Goroutine> left = machine.queue();
            expect(left != null, "the queue is its own until it has noticed");
            left.offer(new DirectGoroutine(() -> {}));
        }
        machine.setBlocking(true);
        Processor released = machine.tryRelease();
        if (released != null) {
            putIdle(idle, released, hands);
        } else {
            machine.acknowledgeLoss();
        }
        machine.setBlocking(false);
        if (idle.take() == 0) {
            take(processor, machine, hands);
        }
    }

    private static void takeIdleAndPutBack(
            IdleProcessors idle, Processor processor, Machine machine, AtomicInteger hands) {
        if (idle.take() == 0) {
            take(processor, machine, hands);
            expect(machine.tryRelease() == processor, "it was not taken away");
            putIdle(idle, processor, hands);
        }
    }

    private static void take(Processor processor, Machine machine, AtomicInteger hands) {
        expect(hands.incrementAndGet() == 1, "in two hands");
        machine.acquire(processor);
    }

    private static void putIdle(IdleProcessors idle, Processor processor, AtomicInteger hands) {
        expect(hands.decrementAndGet() == 0, "in two hands");
        idle.put(processor.id());
    }

    private static void move(LocalRunQueue<Goroutine> from, LocalRunQueue<Goroutine> to) {
        for (Goroutine each = from.pollOldest(); each != null; each = from.pollOldest()) {
            to.offer(each);
        }
    }

    private static int count(LocalRunQueue<Goroutine> queue) {
        int count = 0;
        while (queue.pollAny() != null) {
            count++;
        }
        return count;
    }

    private static Machine newMachine(int number) {
        return new Machine(number, "m" + number, new Object(), new ProtocolState.NoVerbs(), new ProbePoint(), false);
    }
}
