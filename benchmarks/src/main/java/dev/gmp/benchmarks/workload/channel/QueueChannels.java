package dev.gmp.benchmarks.workload.channel;

import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TransferQueue;
import java.util.function.IntFunction;
import kotlin.coroutines.Continuation;
import org.jspecify.annotations.Nullable;

/** Queues of the JDK. A queue that can transfer does so: it has no room then. */
final class QueueChannels extends ThreadChannels {
    private final IntFunction<BlockingQueue<Integer>> queues;

    /** @param queues by their capacity */
    QueueChannels(ThreadFactory threads, IntFunction<BlockingQueue<Integer>> queues) {
        super(threads);
        this.queues = queues;
    }

    private record Queue(BlockingQueue<Integer> queue) implements Port {
        @Override
        public @Nullable Object send(Integer value, @Nullable Continuation<Object> caller) throws InterruptedException {
            queue.put(value);
            return null;
        }

        @Override
        public Object receive(@Nullable Continuation<Object> caller) throws InterruptedException {
            return queue.take();
        }
    }

    private record Transfers(TransferQueue<Integer> queue) implements Port {
        @Override
        public @Nullable Object send(Integer value, @Nullable Continuation<Object> caller) throws InterruptedException {
            queue.transfer(value);
            return null;
        }

        @Override
        public Object receive(@Nullable Continuation<Object> caller) throws InterruptedException {
            return queue.take();
        }
    }

    @Override
    public Object newChannel(int capacity) {
        return queues.apply(capacity);
    }

    @Override
    @SuppressWarnings("unchecked") // made above
    public Port portOf(Object channel) {
        return channel instanceof TransferQueue<?> transfers
                ? new Transfers((TransferQueue<Integer>) transfers)
                : new Queue((BlockingQueue<Integer>) channel);
    }

    @Override
    public Port anyOf(List<Object> channels) {
        throw new UnsupportedOperationException("Queues have no select");
    }
}
