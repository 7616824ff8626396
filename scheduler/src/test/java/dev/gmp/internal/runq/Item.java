package dev.gmp.internal.runq;

import java.util.ArrayList;
import java.util.List;

/** A queue element that knows its number. */
final class Item extends QueueLink<Item> {

    final int number;

    Item(int number) {
        this.number = number;
    }

    /** A batch of the items from one number to another, both included. */
    static Batch<Item> batch(int from, int to) {
        Batch<Item> batch = new Batch<>();
        for (int number = from; number <= to; number++) {
            batch.add(new Item(number));
        }
        return batch;
    }

    /** Empties a batch and returns the numbers in order. */
    static List<Integer> numbers(Batch<Item> batch) {
        List<Integer> numbers = new ArrayList<>();
        for (Item item = batch.remove(); item != null; item = batch.remove()) {
            numbers.add(item.number);
        }
        return numbers;
    }

    /** Empties a ring and returns the numbers in order. */
    static List<Integer> ring(LocalRunQueue<Item> queue) {
        List<Integer> numbers = new ArrayList<>();
        for (Item item = queue.poll(); item != null; item = queue.poll()) {
            numbers.add(item.number);
        }
        return numbers;
    }

    @Override
    public String toString() {
        return Integer.toString(number);
    }
}
