package dev.gmp.channel;

import dev.gmp.testkit.Checkers;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * What needs no wait is atomic on two buffered channels: sends, receives, closes, and selects with one outcome. Waits are
 * for {@link ChannelProtocolTest}.
 */
@Tag("long")
@Timeout(600)
class ChannelLincheckTest {

    private static final int NONE = -1;
    private static final int CLOSED = -2;
    private static final int SENT = -3;

    @Test
    void everyOperationIsAtomic() {
        Checkers.check(CapacityOne.class, SpecificationOfOne.class);
        Checkers.check(CapacityTwo.class, SpecificationOfTwo.class);
    }

    /** With one place. */
    public static class CapacityOne extends Channels {
        public CapacityOne() {
            super(1);
        }
    }

    /** With two places. */
    public static class CapacityTwo extends Channels {
        public CapacityTwo() {
            super(2);
        }
    }

    /** Of channels with one place. */
    public static class SpecificationOfOne extends Specification {
        public SpecificationOfOne() {
            super(1);
        }
    }

    /** Of channels with two. */
    public static class SpecificationOfTwo extends Specification {
        public SpecificationOfTwo() {
            super(2);
        }
    }

    /** Two channels, by number, and selects that have one outcome each. */
    @Param(name = "channel", gen = IntGen.class, conf = "0:1")
    @Param(name = "value", gen = IntGen.class, conf = "1:9")
    public abstract static class Channels {

        final Channel<Integer>[] channels;

        @SuppressWarnings({"unchecked", "rawtypes"})
        Channels(int capacity) {
            channels = new Channel[] {Channel.buffered(capacity), Channel.buffered(capacity)};
        }

        @Operation
        public int trySend(@Param(name = "channel") int channel, @Param(name = "value") int value) {
            try {
                return channels[channel].trySend(value) ? SENT : NONE;
            } catch (ChannelClosedException e) {
                return CLOSED;
            }
        }

        @Operation
        public int sendWithoutTime(@Param(name = "channel") int channel, @Param(name = "value") int value)
                throws InterruptedException {
            try {
                return channels[channel].send(value, Duration.ZERO) ? SENT : NONE;
            } catch (ChannelClosedException e) {
                return CLOSED;
            }
        }

        @Operation
        public int tryReceive(@Param(name = "channel") int channel) {
            return channels[channel].tryReceive().orElse(NONE);
        }

        @Operation
        public int receiveWithoutTime(@Param(name = "channel") int channel) throws InterruptedException {
            return channels[channel].receive(Duration.ZERO).orElse(NONE);
        }

        @Operation
        public void close(@Param(name = "channel") int channel) {
            channels[channel].close();
        }

        @Operation
        public int size(@Param(name = "channel") int channel) {
            return channels[channel].size();
        }

        @Operation
        public boolean isClosed(@Param(name = "channel") int channel) {
            return channels[channel].isClosed();
        }

        /** Both cases do the same, each with a waiter of its own. */
        @Operation
        public int selectReceive(@Param(name = "channel") int channel) throws InterruptedException {
            int[] outcome = {NONE};
            Select.builder()
                    .receive(channels[channel], value -> outcome[0] = value, () -> outcome[0] = CLOSED)
                    .receive(channels[channel], value -> outcome[0] = value, () -> outcome[0] = CLOSED)
                    .receive(channels[1 - channel], value -> outcome[0] = 100)
                    .when(() -> false)
                    .otherwise(() -> {})
                    .build()
                    .run();
            return outcome[0];
        }

        @Operation
        public int selectSend(@Param(name = "channel") int channel, @Param(name = "value") int value)
                throws InterruptedException {
            int[] outcome = {NONE};
            try {
                Select.builder()
                        .send(channels[channel], () -> value, () -> outcome[0] = SENT)
                        .send(channels[channel], () -> value, () -> outcome[0] = SENT)
                        .receive(channels[1 - channel], received -> outcome[0] = 100)
                        .when(() -> false)
                        .otherwise(() -> {})
                        .build()
                        .run();
            } catch (ChannelClosedException e) {
                return CLOSED;
            }
            return outcome[0];
        }
    }

    /** Two bounded queues, each with a flag. */
    public abstract static class Specification {

        private final int capacity;

        @SuppressWarnings("unchecked")
        private final Deque<Integer>[] values = new Deque[] {new ArrayDeque<>(), new ArrayDeque<>()};

        private final boolean[] closed = new boolean[2];

        Specification(int capacity) {
            this.capacity = capacity;
        }

        public int trySend(int channel, int value) {
            if (closed[channel]) {
                return CLOSED;
            }
            if (values[channel].size() == capacity) {
                return NONE;
            }
            values[channel].add(value);
            return SENT;
        }

        public int sendWithoutTime(int channel, int value) {
            return trySend(channel, value);
        }

        public int tryReceive(int channel) {
            Integer value = values[channel].poll();
            return value == null ? NONE : value;
        }

        public int receiveWithoutTime(int channel) {
            return tryReceive(channel);
        }

        public int selectReceive(int channel) {
            return closed[channel] && values[channel].isEmpty() ? CLOSED : tryReceive(channel);
        }

        public int selectSend(int channel, int value) {
            return trySend(channel, value);
        }

        public void close(int channel) {
            closed[channel] = true;
        }

        public int size(int channel) {
            return values[channel].size();
        }

        public boolean isClosed(int channel) {
            return closed[channel];
        }
    }
}
