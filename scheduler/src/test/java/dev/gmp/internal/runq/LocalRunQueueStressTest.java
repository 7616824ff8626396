package dev.gmp.internal.runq;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gmp.config.Discipline;
import dev.gmp.testkit.Tally;
import dev.gmp.testkit.Together;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** An owner that puts and takes and overflows while thieves take from everywhere: each element comes out once. */
@Tag("long")
@Timeout(1_200)
class LocalRunQueueStressTest {

    private static final int ITEMS = Integer.getInteger("gmp.stress.operations", 1_000_000) / 16;

    private final Tally tally = new Tally(ITEMS);
    private final AtomicBoolean ownerIsDone = new AtomicBoolean();

    @ParameterizedTest
    @CsvSource({
        "GO, 4, 1",
        "GO, 4, 3",
        "GO, 16, 2",
        "GO, 256, 2",
        "LIFO, 4, 1",
        "LIFO, 4, 3",
        "LIFO, 16, 2",
        "LIFO, 256, 2"
    })
    void eachElementComesOutOnce(Discipline discipline, int capacity, int thieves) throws Exception {
        LocalRunQueue<Item> queue = newQueue(discipline, capacity);
        List<Together.Work> works = new ArrayList<>();
        works.add(() -> own(queue, new SplittableRandom(capacity)));
        for (int thief = 0; thief < thieves; thief++) {
            SplittableRandom random = new SplittableRandom(thief);
            works.add(() -> steal(queue, newQueue(discipline, capacity), random));
        }

        Together.run(works);

        for (Item left = queue.pollAny(); left != null; left = queue.pollAny()) {
            tally.ran(left.number);
        }
        assertThat(tally.faults()).isEmpty();
    }

    private static LocalRunQueue<Item> newQueue(Discipline discipline, int capacity) {
        return discipline == Discipline.GO ? new RingRunQueue<>(capacity) : new LifoRunQueue<>(capacity);
    }

    private void own(LocalRunQueue<Item> queue, SplittableRandom random) {
        for (int number = 0; number < ITEMS; number++) {
            tally.accepted(number);
            Item item = new Item(number);
            switch (random.nextInt(4)) {
                case 0, 1 -> putIntoRing(queue, item);
                case 2 -> {
                    Item kicked = queue.exchangeRunNext(item);
                    if (kicked != null) {
                        putIntoRing(queue, kicked);
                    }
                }
                default -> {
                    putIntoRing(queue, item);
                    took(queue.pollRunNext());
                    took(queue.poll());
                }
            }
            Together.jitter(random.nextInt());
        }
        ownerIsDone.set(true);
    }

    private void putIntoRing(LocalRunQueue<Item> queue, Item item) {
        while (!queue.offer(item)) {
            Batch<Item> half = queue.tryTakeHalf(item);
            if (half != null) {
                Item.numbers(half).forEach(tally::ran);
                return;
            }
        }
    }

    private void steal(LocalRunQueue<Item> victim, LocalRunQueue<Item> own, SplittableRandom random) {
        while (!ownerIsDone.get()) {
            switch (random.nextInt(3)) {
                case 0 -> {
                    took(victim.stealHalf(own));
                    for (Item item = own.poll(); item != null; item = own.poll()) {
                        took(item);
                    }
                }
                case 1 -> {
                    Item next = victim.peekRunNext();
                    if (next != null && victim.trySteal(next)) {
                        took(next);
                    }
                }
                default -> took(victim.pollAny());
            }
            Together.jitter(random.nextInt());
        }
    }

    private void took(Item item) {
        if (item != null) {
            tally.ran(item.number);
        }
    }
}
