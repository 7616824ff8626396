package dev.gmp.benchmarks.workload.channel;

import dev.gmp.benchmarks.workload.LatchedBatch;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Values that go through channels of a peer; what came is counted and summed. */
public final class ChannelBatch extends LatchedBatch {
    private static final int ROOM = 64;

    /** The sum of 1 to this, again and again, is known; and the JVM makes no objects for such numbers. */
    private static final int VALUES = 100;

    private final Channels channels;
    private final List<Routine> routines = new ArrayList<>();
    private final long expectedSum;
    private final AtomicLong count = new AtomicLong();
    private final AtomicLong sum = new AtomicLong();

    private ChannelBatch(Channels channels, int receivers, long expectedCount, long expectedSum) {
        super(expectedCount, receivers);
        this.channels = channels;
        this.expectedSum = expectedSum;
    }

    /** Two goroutines, and a channel without room for each direction; each receives all values. */
    public static ChannelBatch pingPong(Channels channels, int roundTrips) {
        ChannelBatch batch = new ChannelBatch(channels, 2, 2L * roundTrips, 2 * sumOf(roundTrips));
        Port there = channels.portOf(channels.newChannel(0));
        Port back = channels.portOf(channels.newChannel(0));
        batch.routines.add(batch.new Player(back, there, roundTrips, false));
        batch.routines.add(batch.new Player(there, back, roundTrips, true));
        return batch;
    }

    /** Pairs of a sender and a receiver on one channel with room for 64. */
    public static ChannelBatch pipeline(Channels channels, int pairs, int valuesEach) {
        ChannelBatch batch = new ChannelBatch(channels, pairs, (long) pairs * valuesEach, pairs * sumOf(valuesEach));
        Port port = channels.portOf(channels.newChannel(ROOM));
        for (int pair = 0; pair < pairs; pair++) {
            batch.routines.add(batch.new Receiver(port, valuesEach));
            batch.routines.add(new Sender(port, valuesEach));
        }
        return batch;
    }

    /** Senders and one receiver on one channel without room. */
    public static ChannelBatch fanIn(Channels channels, int senders, int valuesEach) {
        ChannelBatch batch = new ChannelBatch(channels, 1, (long) senders * valuesEach, senders * sumOf(valuesEach));
        Port port = channels.portOf(channels.newChannel(0));
        batch.routines.add(batch.new Receiver(port, senders * valuesEach));
        for (int sender = 0; sender < senders; sender++) {
            batch.routines.add(new Sender(port, valuesEach));
        }
        return batch;
    }

    /** Senders with a channel without room each, and one receiver that selects. */
    public static ChannelBatch select(Channels channels, int senders, int valuesEach) {
        ChannelBatch batch = new ChannelBatch(channels, 1, (long) senders * valuesEach, senders * sumOf(valuesEach));
        List<Object> all = IntStream.range(0, senders)
                .mapToObj(i -> channels.newChannel(0))
                .toList();
        batch.routines.add(batch.new Receiver(channels.anyOf(all), senders * valuesEach));
        all.forEach(channel -> batch.routines.add(new Sender(channels.portOf(channel), valuesEach)));
        return batch;
    }

    /**
     * All primes up to the last, by a chain of goroutines on channels without room. A zero ends it.
     *
     * @param primes how many there are
     * @param last of them
     * @param sumOfPrimes of them all
     */
    public static ChannelBatch sieve(Channels channels, int primes, int last, long sumOfPrimes) {
        ChannelBatch batch = new ChannelBatch(channels, 1, primes, sumOfPrimes);
        Port first = channels.portOf(channels.newChannel(0));
        batch.routines.add(batch.new Filter(first));
        batch.routines.add(new Numbers(first, last));
        return batch;
    }

    @Override
    protected void begin() {
        routines.forEach(channels::start);
    }

    @Override
    public void run() {
        super.run();
        if (count.get() != expectedExecutions() || sum.get() != expectedSum) {
            throw new IllegalStateException("%d values came with the sum %d, in place of %d with %d"
                    .formatted(count.get(), sum.get(), expectedExecutions(), expectedSum));
        }
    }

    @Override
    public long executions() {
        return count.get();
    }

    private static int value(int number) {
        return number % VALUES + 1;
    }

    private static long sumOf(int values) {
        return IntStream.range(0, values).mapToLong(ChannelBatch::value).sum();
    }

    private void found(int values, long theirSum) {
        count.addAndGet(values);
        sum.addAndGet(theirSum);
    }

    private static final class Sender extends Routine {
        private final int values;
        private int begun;

        Sender(Port port, int values) {
            super(port);
            this.values = values;
        }

        @Override
        boolean next(@Nullable Integer received) {
            sent = value(begun);
            return begun++ < values;
        }
    }

    private final class Receiver extends Routine {
        private final int values;
        private int came;
        private long itsSum;

        Receiver(Port port, int values) {
            super(port);
            this.values = values;
        }

        @Override
        boolean next(@Nullable Integer received) {
            if (received != null) {
                came++;
                itsSum += received;
            }
            if (came < values) {
                return true;
            }
            found(came, itsSum);
            partEnds();
            return false;
        }
    }

    /** Sends and receives in turn. What is received is sent back; the one that begins sends numbers. */
    private final class Player extends Routine {
        private final Port in;
        private final Port out;
        private final int values;
        private boolean sendsNext;
        private int sentSoFar;
        private int came;
        private long itsSum;

        Player(Port in, Port out, int values, boolean begins) {
            super(in);
            this.in = in;
            this.out = out;
            this.values = values;
            this.sendsNext = begins;
        }

        @Override
        boolean next(@Nullable Integer received) {
            if (received != null) {
                came++;
                itsSum += received;
            }
            if (came == values && sentSoFar == values) {
                found(came, itsSum);
                partEnds();
                return false;
            }
            port = sendsNext ? out : in;
            sent = sendsNext ? (Integer) value(sentSoFar++) : null;
            sendsNext = !sendsNext;
            return true;
        }
    }

    /** Sends all numbers from 2 on, then zero. */
    private static final class Numbers extends Routine {
        private final int last;
        private int number = 1;

        Numbers(Port port, int last) {
            super(port);
            this.last = last;
        }

        @Override
        boolean next(@Nullable Integer received) {
            number++;
            sent = number <= last ? number : 0;
            return number <= last + 1;
        }
    }

    /** The first number that comes is a prime. The others go on to the next filter, unless it divides them. */
    private final class Filter extends Routine {
        private final Port in;
        private @Nullable Port out;
        private int prime;
        private boolean ends;

        Filter(Port in) {
            super(in);
            this.in = in;
        }

        @Override
        boolean next(@Nullable Integer received) {
            if (received == null) {
                port = in;
                sent = null;
                return !ends;
            }
            if (out == null) {
                return begin(received);
            }
            ends = received == 0;
            if (ends || received % prime != 0) {
                port = out;
                sent = received;
            }
            return true;
        }

        private boolean begin(int first) {
            if (first == 0) {
                partEnds();
                return false;
            }
            prime = first;
            found(1, first);
            out = channels.portOf(channels.newChannel(0));
            channels.start(new Filter(out));
            return true;
        }
    }
}
