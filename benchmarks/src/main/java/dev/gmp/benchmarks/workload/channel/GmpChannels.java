package dev.gmp.benchmarks.workload.channel;

import dev.gmp.channel.Channel;
import dev.gmp.channel.Select;
import dev.gmp.channel.SelectBuilder;
import java.util.List;
import java.util.concurrent.ThreadFactory;
import kotlin.coroutines.Continuation;
import org.jspecify.annotations.Nullable;

/** The channels of this project. */
final class GmpChannels extends ThreadChannels {
    GmpChannels(ThreadFactory threads) {
        super(threads);
    }

    private record One(Channel<Integer> channel) implements Port {
        @Override
        public @Nullable Object send(Integer value, @Nullable Continuation<Object> caller) throws InterruptedException {
            channel.send(value);
            return null;
        }

        @Override
        public Object receive(@Nullable Continuation<Object> caller) throws InterruptedException {
            return channel.receive();
        }
    }

    /** A select that is built once. */
    private static final class Any implements Port {
        private final Select select;
        private Integer received = 0;

        Any(List<Object> channels) {
            SelectBuilder builder = Select.builder();
            channels.forEach(channel -> builder.receive(cast(channel), value -> received = value));
            select = builder.build();
        }

        @Override
        public Object send(Integer value, @Nullable Continuation<Object> caller) {
            throw new UnsupportedOperationException("It receives only");
        }

        @Override
        public Object receive(@Nullable Continuation<Object> caller) throws InterruptedException {
            select.run();
            return received;
        }
    }

    @SuppressWarnings("unchecked") // made below
    private static Channel<Integer> cast(Object channel) {
        return (Channel<Integer>) channel;
    }

    @Override
    public Object newChannel(int capacity) {
        return capacity == 0 ? Channel.unbuffered() : Channel.buffered(capacity);
    }

    @Override
    public Port portOf(Object channel) {
        return new One(cast(channel));
    }

    @Override
    public Port anyOf(List<Object> channels) {
        return new Any(channels);
    }
}
