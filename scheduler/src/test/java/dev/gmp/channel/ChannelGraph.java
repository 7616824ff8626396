package dev.gmp.channel;

import dev.gmp.GmpScheduler;
import dev.gmp.config.GoroutineMode;
import dev.gmp.internal.jdk.VirtualThreads;
import dev.gmp.testkit.DefaultVirtualThreads;
import dev.gmp.testkit.Schedulers;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.locks.LockSupport;

/**
 * Stages of nodes with a layer of channels between each two. Nodes of the first stage make values, those between pass them on, and those
 * of the last one keep them. The last node of a stage closes the channels behind it. A value whose channels are all closed is kept
 * where it is.
 */
final class ChannelGraph implements AutoCloseable {

    private static final int MOST_NODES = 5;
    private static final int MOST_CHANNELS = 4;
    private static final int SECONDS = 120;

    private final int values;
    private final int interruptsPerThousand;
    private final List<List<GraphNode>> stages = new ArrayList<>();
    private final List<Channel<Sent>> channels = new ArrayList<>();
    private final List<Executor> executors = new ArrayList<>();
    private final List<GmpScheduler> schedulers = new ArrayList<>();
    private final SplittableRandom random;

    /** How often each value has been kept. */
    private final AtomicIntegerArray kept;

    private final Queue<String> failures = new ConcurrentLinkedQueue<>();

    /** A value on its way from one node to another. */
    record Sent(int value, GraphNode sender, int number) {}

    ChannelGraph(SplittableRandom random, int values) {
        this.random = random;
        this.values = values;
        kept = new AtomicIntegerArray(values);
        interruptsPerThousand = random.nextBoolean() ? 0 : random.nextInt(1, 200);
        int depth = random.nextInt(2, 5);
        List<List<Channel<Sent>>> layers = new ArrayList<>();
        layers.add(List.of());
        for (int i = 1; i < depth; i++) {
            layers.add(newLayer());
        }
        layers.add(List.of());
        for (int i = 0; i < depth; i++) {
            stages.add(newStage(layers.get(i), layers.get(i + 1)));
        }
        AtomicInteger next = new AtomicInteger();
        for (GraphNode node : stages.get(0)) {
            node.makeValues(() -> next.getAndIncrement(), values);
        }
        addExecutors();
    }

    private List<Channel<Sent>> newLayer() {
        List<Channel<Sent>> layer = new ArrayList<>();
        for (int i = random.nextInt(1, MOST_CHANNELS + 1); i > 0; i--) {
            int capacity = random.nextBoolean() ? 0 : random.nextInt(1, 1 + random.nextInt(1, 100));
            layer.add(capacity == 0 ? Channel.unbuffered() : Channel.buffered(capacity));
        }
        channels.addAll(layer);
        return layer;
    }

    private List<GraphNode> newStage(List<Channel<Sent>> in, List<Channel<Sent>> out) {
        List<GraphNode> stage = new ArrayList<>();
        int size = random.nextInt(1, MOST_NODES + 1);
        AtomicInteger live = new AtomicInteger(size);
        for (int i = 0; i < size; i++) {
            stage.add(new GraphNode(in, out, live, random.nextLong(), value -> kept.incrementAndGet(value)));
        }
        return stage;
    }

    private void addExecutors() {
        executors.add(task -> new Thread(task, "graph").start());
        addScheduler(GoroutineMode.DIRECT);
        if (VirtualThreads.available()) {
            addScheduler(GoroutineMode.VIRTUAL);
            executors.add(
                    task -> DefaultVirtualThreads.factory().newThread(task).start());
        }
    }

    private void addScheduler(GoroutineMode mode) {
        GmpScheduler scheduler =
                Schedulers.direct(random.nextInt(1, 4)).goroutines(mode).build();
        schedulers.add(scheduler);
        executors.add(scheduler);
    }

    /** How often values pass a channel when none is closed early. */
    long handOvers() {
        return (long) values * (stages.size() - 1);
    }

    /** Runs it to its end. @return what went wrong */
    List<String> run() throws InterruptedException {
        List<GraphNode> nodes = stages.stream().flatMap(List::stream).toList();
        CountDownLatch live = new CountDownLatch(nodes.size());
        for (GraphNode node : nodes) {
            executors.get(random.nextInt(executors.size())).execute(() -> {
                try {
                    node.run();
                } catch (Throwable thrown) {
                    failures.add(thrown.toString());
                } finally {
                    live.countDown();
                }
            });
        }
        disturb(nodes, live);
        for (GraphNode node : nodes) {
            failures.addAll(node.failures());
        }
        if (live.getCount() > 0) {
            failures.add(live.getCount() + " nodes wait for ever: " + channels);
            channels.forEach(Channel::close);
        } else {
            countValues();
        }
        return List.copyOf(failures);
    }

    /** Interrupts nodes and closes channels while they are at work. */
    private void disturb(List<GraphNode> nodes, CountDownLatch live) throws InterruptedException {
        boolean closesEarly = random.nextInt(3) == 0;
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(SECONDS);
        while (live.getCount() > 0 && System.nanoTime() < deadline) {
            if (random.nextInt(1_000) < interruptsPerThousand) {
                nodes.get(random.nextInt(nodes.size())).interrupt();
            }
            if (closesEarly && random.nextInt(2_000) == 0) {
                channels.get(random.nextInt(channels.size())).close();
            }
            LockSupport.parkNanos(1_000);
        }
    }

    private void countValues() {
        for (int value = 0; value < values; value++) {
            if (kept.get(value) != 1) {
                failures.add("value " + value + " was kept " + kept.get(value) + " times");
            }
        }
        for (Channel<Sent> channel : channels) {
            if (channel.size() != 0) {
                failures.add(channel + " has values left");
            }
        }
    }

    @Override
    public void close() {
        schedulers.forEach(GmpScheduler::shutdown);
        schedulers.forEach(Schedulers::awaitTermination);
    }

    @Override
    public String toString() {
        return "%d values, stages of %s nodes, %d channels, %d interrupts"
                .formatted(values, stages.stream().map(List::size).toList(), channels.size(), interruptsPerThousand);
    }
}
