package dev.gmp.process.internal.registry;

import dev.gmp.process.internal.controlblock.ControlBlock;
import dev.gmp.process.internal.controlblock.Ending;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A part of the {@link Directory}: a hash table whose chains run through the control blocks, so that an entry costs no
 * object. Numbers count up, so they spread evenly by their lowest bits. It grows and shrinks with its content. All under
 * its lock.
 */
class DirectoryShard {

    /** The number of a process number's lowest bits that name its shard. */
    static final int SHARD_BITS = 4;

    private static final int SMALLEST_TABLE = 16;

    /** Odd, so that its multiples come to each slot once, and in no order that the numbers have. */
    private static final int STRIDE = 0x9E3779B9;

    private final Tally tally;
    private @Nullable ControlBlock[] table = new ControlBlock[SMALLEST_TABLE];
    private int size;
    private long lastSequence;
    private boolean closed;

    DirectoryShard(int types) {
        tally = new Tally(types);
    }

    /** @return false when the shard is closed */
    synchronized boolean tryAdd(ControlBlock block, int shard, int seconds) {
        if (closed) {
            return false;
        }
        if (size == table.length) {
            resize(2 * table.length);
        }
        lastSequence++;
        block.register((lastSequence << SHARD_BITS) | shard, seconds);
        int slot = slot(block.number());
        block.setNextInChain(table[slot]);
        table[slot] = block;
        size++;
        tally.countBegin(block);
        return true;
    }

    synchronized void remove(ControlBlock block, Ending ending) {
        int slot = slot(block.number());
        ControlBlock before = null;
        ControlBlock each = table[slot];
        while (each != null && each != block) {
            before = each;
            each = each.nextInChain();
        }
        if (each == null) {
            throw new IllegalStateException(block + " ended twice");
        }
        if (before == null) {
            table[slot] = block.nextInChain();
        } else {
            before.setNextInChain(block.nextInChain());
        }
        block.setNextInChain(null);
        size--;
        tally.countEnd(block, ending);
        if (size < table.length / 8 && table.length > SMALLEST_TABLE) {
            tryShrink();
        }
    }

    synchronized @Nullable ControlBlock find(long number) {
        ControlBlock each = table[slot(number)];
        while (each != null && each.number() != number) {
            each = each.nextInChain();
        }
        return each;
    }

    synchronized boolean wasIssued(long number) {
        return number >>> SHARD_BITS <= lastSequence && number >>> SHARD_BITS > 0;
    }

    synchronized void forEach(Consumer<ControlBlock> consumer) {
        forEach(consumer, size);
    }

    /** Shows at most that many, and adds up what is counted: both of one moment. @return how many it showed */
    synchronized int census(Consumer<ControlBlock> consumer, int most, Tally sum) {
        int shown = Math.min(most, size);
        forEach(consumer, shown);
        sum.add(tally);
        return shown;
    }

    /** All in the order of the table, in which memory is read fastest; a part from all over it, so that it is a fair sample. */
    private void forEach(Consumer<ControlBlock> consumer, int most) {
        int stride = most < size ? STRIDE : 1;
        int left = most;
        for (int i = 0; left > 0; i++) {
            ControlBlock each = table[i * stride & (table.length - 1)];
            for (; each != null && left > 0; each = each.nextInChain()) {
                consumer.accept(each);
                left--;
            }
        }
    }

    synchronized void close() {
        closed = true;
    }

    synchronized boolean isClosed() {
        return closed;
    }

    synchronized int size() {
        return size;
    }

    private int slot(long number) {
        return (int) (number >>> SHARD_BITS) & (table.length - 1);
    }

    /** The process is out by now, whether or not there is memory for a smaller table. */
    private void tryShrink() {
        try {
            resize(table.length / 2);
        } catch (OutOfMemoryError full) {
            // with the next one that ends
        }
    }

    /** Tests override it. */
    @Nullable
    ControlBlock[] newTable(int length) {
        return new ControlBlock[length];
    }

    private void resize(int length) {
        @Nullable ControlBlock[] old = table;
        table = newTable(length);
        for (ControlBlock first : old) {
            ControlBlock each = first;
            while (each != null) {
                ControlBlock next = each.nextInChain();
                int slot = slot(each.number());
                each.setNextInChain(table[slot]);
                table[slot] = each;
                each = next;
            }
        }
    }
}
