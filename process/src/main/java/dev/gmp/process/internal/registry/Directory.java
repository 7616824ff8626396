package dev.gmp.process.internal.registry;

import dev.gmp.process.internal.controlblock.ControlBlock;
import dev.gmp.process.internal.controlblock.Ending;
import java.util.OptionalInt;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * All processes that have not ended, by number. It hands the numbers out: each shard counts by itself, in steps of the
 * number of shards, so threads that make processes share nothing most of the time. What has ended is removed at once.
 */
public final class Directory {

    private static final int SHARDS = 1 << DirectoryShard.SHARD_BITS;

    /** How many processes a thread gives to one shard before it moves on. */
    private static final int IN_A_ROW = 64;

    /** This many ints take two cache lines. */
    private static final int TURN_STRIDE = 32;

    private static final long NANOS_PER_SECOND = 1_000_000_000;

    private final DirectoryShard[] shards = new DirectoryShard[SHARDS];
    private final int[] turns = new int[SHARDS * TURN_STRIDE];
    private final long madeNanos = System.nanoTime();
    private final boolean bounded;
    private final int mostProcesses;
    private final AtomicInteger live = new AtomicInteger();

    /** @param mostProcesses empty for any number */
    public Directory(int types, OptionalInt mostProcesses) {
        this(() -> new DirectoryShard(types), mostProcesses);
    }

    Directory(Supplier<DirectoryShard> parts, OptionalInt mostProcesses) {
        this.bounded = mostProcesses.isPresent();
        this.mostProcesses = mostProcesses.orElse(0);
        for (int i = 0; i < SHARDS; i++) {
            shards[i] = parts.get();
        }
    }

    /**
     * Gives a process its number.
     *
     * @throws RejectedExecutionException after {@link #close}, or when there are too many
     */
    public void add(ControlBlock block) {
        if (bounded && !tryReserve()) {
            throw new RejectedExecutionException("no process of type '%s' can be started: %d of %d live (max-processes)"
                    .formatted(block.type().name(), live.get(), mostProcesses));
        }
        boolean added = false;
        try {
            int shard = nextShard();
            added = shards[shard].tryAdd(block, shard, seconds());
        } finally {
            if (!added && bounded) {
                live.decrementAndGet();
            }
        }
        if (!added) {
            throw new RejectedExecutionException("no process of type '%s' can be started: the processes are shut down"
                    .formatted(block.type().name()));
        }
    }

    /** Never counts too many, not for a moment: then another caller would be refused though there is room. */
    private boolean tryReserve() {
        int now = live.get();
        while (now < mostProcesses) {
            int found = live.compareAndExchange(now, now + 1);
            if (found == now) {
                return true;
            }
            now = found;
        }
        return false;
    }

    public void remove(ControlBlock block, Ending ending) {
        shardOf(block.number()).remove(block, ending);
        if (bounded) {
            live.decrementAndGet();
        }
    }

    public @Nullable ControlBlock find(long number) {
        return shardOf(number).find(number);
    }

    /** Whether the number has ever been handed out. */
    public boolean wasIssued(long number) {
        return number > 0 && shardOf(number).wasIssued(number);
    }

    /** Refuses more. A process that was added before is seen by {@link #forEach} afterwards, unless it has ended. */
    public void close() {
        for (DirectoryShard shard : shards) {
            shard.close();
        }
    }

    public boolean isClosed() {
        return shards[SHARDS - 1].isClosed();
    }

    /** Shows each process; the directory is locked in parts meanwhile, so the consumer should do little. */
    public void forEach(Consumer<ControlBlock> consumer) {
        for (DirectoryShard shard : shards) {
            shard.forEach(consumer);
        }
    }

    /**
     * Adds up what the shards count, and shows at most that many processes. Where more live, each shard shows an equal part.
     * The cost depends on that number, and not on how many live.
     *
     * @param most 0 or more
     */
    public void census(Consumer<ControlBlock> consumer, int most, Tally sum) {
        boolean fits = size() <= most;
        int left = most;
        for (int i = 0; i < SHARDS; i++) {
            int others = SHARDS - 1 - i;
            int share = fits ? left : (left + others) / (others + 1); // rounded up
            left -= shards[i].census(consumer, share, sum);
        }
    }

    public int size() {
        int size = 0;
        for (DirectoryShard shard : shards) {
            size += shard.size();
        }
        return size;
    }

    /** Seconds since the runtime was made. */
    public int seconds() {
        return (int) ((System.nanoTime() - madeNanos) / NANOS_PER_SECOND);
    }

    /**
     * Threads begin with different shards, and each moves on to the next one now and then. Otherwise a thread that
     * starts many processes and the threads that end them would want the same lock all the time. A count that two
     * threads overwrite does no harm.
     */
    private int nextShard() {
        int thread = (int) Thread.currentThread().getId() & (SHARDS - 1);
        int turn = turns[thread * TURN_STRIDE]++;
        return (thread + turn / IN_A_ROW) & (SHARDS - 1);
    }

    /** A number without its shard: those that one shard gives count up by one. */
    public static long sequence(long number) {
        return number >>> DirectoryShard.SHARD_BITS;
    }

    private DirectoryShard shardOf(long number) {
        return shards[(int) number & (SHARDS - 1)];
    }
}
