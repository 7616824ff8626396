package dev.gmp.process.internal.mailbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gmp.process.Event;
import dev.gmp.process.testkit.Checkers;
import dev.gmp.process.testkit.Heap;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.function.Supplier;
import org.jctools.queues.MpscLinkedQueue;
import org.jctools.queues.MpscUnboundedXaddArrayQueue;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * What a mailbox costs beside the queues that others would take: prints bytes when it is empty and nanoseconds a message.
 * The figures are for people; that all messages arrive is checked.
 */
@Tag("long")
class MailboxMeasurementTest {

    private static final int ROUNDS = Checkers.LONG ? 30 : 3;
    private static final int MESSAGES = 200_000;
    private static final int PRODUCERS = 3;
    private static final int EMPTY = 100_000;

    /** A queue of messages for one owner. */
    private interface Subject {

        void put(Object data);

        /** @return how many were taken */
        int take();
    }

    private static final class Own extends Mailbox implements Subject {

        @Override
        public void put(Object data) {
            offer(new Letter(null, data), Integer.MAX_VALUE);
        }

        @Override
        public int take() {
            fetchMessages();
            return count(takeMessages(64));
        }
    }

    private record Other(Queue<Event> queue) implements Subject {

        @Override
        public void put(Object data) {
            queue.offer(new Event.Message(null, data));
        }

        @Override
        public int take() {
            Event event = queue.poll();
            return event == null ? 0 : count(List.of(event));
        }
    }

    private static int count(Collection<Event> events) {
        int count = 0;
        for (Event event : events) {
            count += event instanceof Event.Message ? 1 : 0;
        }
        return count;
    }

    private static Map<String, Supplier<Subject>> subjects() {
        Map<String, Supplier<Subject>> subjects = new LinkedHashMap<>();
        subjects.put("Mailbox", Own::new);
        subjects.put("MpscLinkedQueue", () -> new Other(new MpscLinkedQueue<>()));
        subjects.put("MpscUnboundedXaddArrayQueue(64)", () -> new Other(new MpscUnboundedXaddArrayQueue<>(64)));
        subjects.put("ConcurrentLinkedQueue", () -> new Other(new ConcurrentLinkedQueue<>()));
        return subjects;
    }

    @Test
    void againstOtherQueues() throws Exception {
        Map<String, double[]> least = new LinkedHashMap<>();
        for (int round = 0; round < ROUNDS; round++) { // in turn, so that a busy moment of the machine hits all
            for (Map.Entry<String, Supplier<Subject>> each : subjects().entrySet()) {
                double[] known =
                        least.computeIfAbsent(each.getKey(), key -> new double[] {Double.MAX_VALUE, Double.MAX_VALUE});
                known[0] = Math.min(known[0], alone(each.getValue().get()));
                known[1] = Math.min(known[1], shared(each.getValue().get()));
            }
        }
        System.out.printf("%n%-34s %12s %16s %16s%n", "", "bytes empty", "ns, one thread", "ns, 3 senders");
        for (Map.Entry<String, Supplier<Subject>> each : subjects().entrySet()) {
            double[] known = least.get(each.getKey());
            System.out.printf("%-34s %12d %16.1f %16.1f%n", each.getKey(), bytes(each.getValue()), known[0], known[1]);
        }
    }

    private static double alone(Subject subject) {
        long begun = System.nanoTime();
        int taken = 0;
        for (int i = 0; i < MESSAGES; i++) {
            subject.put(MESSAGES);
            taken += subject.take();
        }
        assertThat(taken).isEqualTo(MESSAGES);
        return (System.nanoTime() - begun) / (double) MESSAGES;
    }

    private static double shared(Subject subject) throws InterruptedException {
        CountDownLatch start = new CountDownLatch(1);
        Thread[] producers = new Thread[PRODUCERS];
        for (int i = 0; i < PRODUCERS; i++) {
            producers[i] = new Thread(() -> {
                start.countDown();
                for (int message = 0; message < MESSAGES; message++) {
                    subject.put(start);
                }
            });
            producers[i].start();
        }
        start.await();
        long begun = System.nanoTime();
        int taken = 0;
        while (taken < PRODUCERS * MESSAGES) {
            taken += subject.take();
        }
        long nanos = System.nanoTime() - begun;
        for (Thread producer : producers) {
            producer.join();
        }
        assertThat(subject.take()).isZero();
        return nanos / (double) (PRODUCERS * MESSAGES);
    }

    private static long bytes(Supplier<Subject> subject) {
        Subject[] kept = new Subject[EMPTY];
        long before = Heap.used();
        for (int i = 0; i < EMPTY; i++) {
            kept[i] = subject.get();
            kept[i].put(EMPTY);
            kept[i].take();
        }
        long bytes = (Heap.used() - before) / EMPTY;
        assertThat(kept[EMPTY - 1].take()).isZero();
        return bytes;
    }
}
