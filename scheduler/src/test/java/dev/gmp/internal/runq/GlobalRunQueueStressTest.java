package dev.gmp.internal.runq;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gmp.testkit.Tally;
import dev.gmp.testkit.Together;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Producers, consumers and a close at once: nothing is lost or doubled, and what was accepted is counted. */
class GlobalRunQueueStressTest {

    private static final int PRODUCERS = 3;
    private static final int CONSUMERS = 2;
    private static final int EACH = Integer.getInteger("gmp.stress.operations", 1_000_000) / 10;

    private final GlobalRunQueue<Item> queue = new GlobalRunQueue<>(2);
    private final Tally tally = new Tally(PRODUCERS * EACH);
    private final AtomicInteger producing = new AtomicInteger(PRODUCERS);

    @Test
    void eachElementComesOutOnce() throws Exception {
        List<Together.Work> works = consumers();
        for (int producer = 0; producer < PRODUCERS; producer++) {
            int first = producer * EACH;
            works.add(() -> {
                produceAll(first);
                producing.decrementAndGet();
            });
        }

        Together.run(works);

        assertThat(tally.faults()).isEmpty();
        assertThat(queue.isEmpty()).isTrue();
        assertThat(queue.size()).isZero();
    }

    /** SHUT-1: what is offered beside a close is either refused or comes out and is counted when the close returns. */
    @Tag("long")
    @Test
    void aCloseSplitsOffersIntoAcceptedAndRefused() throws Exception {
        int rounds = 2_000;
        for (int round = 0; round < rounds; round++) {
            GlobalRunQueue<Item> closing = new GlobalRunQueue<>(2);
            AtomicInteger accepted = new AtomicInteger();
            AtomicLong countedAtClose = new AtomicLong();
            Together.Work offer = () -> {
                long thread = Thread.currentThread().getId();
                for (int i = 0; i < 50; i++) {
                    if (closing.offer(new Item(i), thread)) {
                        accepted.incrementAndGet();
                    }
                }
            };
            Together.run(offer, offer, () -> {
                closing.close();
                countedAtClose.set(closing.offered());
                assertThat(closing.offer(new Item(-1), 1)).isFalse();
            });

            assertThat(countedAtClose.get()).isEqualTo(accepted.get());
            assertThat(closing.offered()).isEqualTo(accepted.get());
            assertThat(closing.size()).isEqualTo(accepted.get());
        }
    }

    private void produceAll(int first) {
        SplittableRandom random = new SplittableRandom(first);
        long thread = Thread.currentThread().getId();
        int number = first;
        while (number < first + EACH) {
            int size = Math.min(random.nextInt(1, 20), first + EACH - number);
            switch (random.nextInt(4)) {
                case 0 -> queue.addAll(accept(number, size), thread);
                case 1 -> queue.addAllFirst(accept(number, size), random.nextInt());
                default -> {
                    size = 1;
                    tally.accepted(number);
                    assertThat(queue.offer(new Item(number), thread)).isTrue();
                }
            }
            number += size;
            Together.jitter(random.nextInt());
        }
    }

    private Batch<Item> accept(int first, int size) {
        for (int number = first; number < first + size; number++) {
            tally.accepted(number);
        }
        return Item.batch(first, first + size - 1);
    }

    private List<Together.Work> consumers() {
        List<Together.Work> works = new ArrayList<>();
        for (int consumer = 0; consumer < CONSUMERS; consumer++) {
            SplittableRandom random = new SplittableRandom(consumer);
            works.add(() -> {
                LocalRunQueue<Item> local = new RingRunQueue<>();
                while (producing.get() > 0 || !queue.isEmpty()) {
                    Item item = random.nextBoolean()
                            ? queue.poll(random.nextInt())
                            : queue.pollBatch(local, 2, random.nextInt());
                    if (item != null) {
                        tally.ran(item.number);
                    }
                    Item.ring(local).forEach(tally::ran);
                }
            });
        }
        return works;
    }
}
