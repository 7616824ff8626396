package dev.gmp.channel;

import dev.gmp.channel.ChannelGraph.Sent;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntConsumer;
import java.util.function.IntSupplier;

/** A thread of a {@link ChannelGraph}. It receives and sends by all the means that channels have. */
final class GraphNode {

    private static final Duration SHORT = Duration.ofNanos(20_000);

    private final List<Channel<Sent>> in;
    private final List<Channel<Sent>> out;
    private final AtomicInteger liveInStage;
    private final SplittableRandom random;
    private final IntConsumer keep;
    private final List<String> failures = new ArrayList<>();

    /** By its channel and sender, the number of the last value that has come. */
    private final Map<Channel<Sent>, Map<GraphNode, Integer>> lastNumbers = new HashMap<>();

    private final Select nextOfAny;
    private final Select nextOfAnyForAShortTime;
    private final Select toAny;
    private final Select toAnyForAShortTime;
    private IntSupplier source;
    private int end;

    private Sent arrived;
    private Sent leaving;
    private boolean hasLeft;
    private int number;

    /** Null before it runs and after. */
    private Thread thread;

    GraphNode(List<Channel<Sent>> in, List<Channel<Sent>> out, AtomicInteger liveInStage, long seed, IntConsumer keep) {
        this.in = in;
        this.out = out;
        this.liveInStage = liveInStage;
        random = new SplittableRandom(seed);
        this.keep = keep;
        nextOfAny = in.isEmpty() ? null : receivers().build();
        nextOfAnyForAShortTime =
                in.isEmpty() ? null : receivers().timeout(SHORT, () -> {}).build();
        toAny = out.isEmpty() ? null : senders().build();
        toAnyForAShortTime =
                out.isEmpty() ? null : senders().timeout(SHORT, () -> {}).build();
    }

    void makeValues(IntSupplier numbers, int howMany) {
        source = numbers;
        end = howMany;
    }

    private SelectBuilder receivers() {
        SelectBuilder cases = Select.builder();
        in.forEach(channel -> cases.receive(channel, sent -> arrive(channel, sent)));
        return cases;
    }

    private SelectBuilder senders() {
        SelectBuilder cases = Select.builder();
        out.forEach(channel ->
                cases.send(channel, () -> leaving, () -> hasLeft = true).when(() -> !channel.isClosed()));
        return cases;
    }

    void run() {
        synchronized (this) {
            thread = Thread.currentThread();
        }
        try {
            if (source == null) {
                while (receive()) {
                    passOn(arrived.value());
                }
            } else {
                for (int value = source.getAsInt(); value < end; value = source.getAsInt()) {
                    passOn(value);
                }
            }
        } finally {
            if (liveInStage.decrementAndGet() == 0) {
                out.forEach(Channel::close);
            }
            synchronized (this) {
                thread = null;
                Thread.interrupted(); // the thread may go on with other tasks
            }
        }
    }

    synchronized void interrupt() {
        if (thread != null) {
            thread.interrupt();
        }
    }

    List<String> failures() {
        return failures;
    }

    private void passOn(int value) {
        leaving = new Sent(value, this, ++number);
        hasLeft = false;
        while (!hasLeft) {
            List<Channel<Sent>> open =
                    out.stream().filter(channel -> !channel.isClosed()).toList();
            if (open.isEmpty()) {
                keep.accept(value);
                return;
            }
            try {
                send(open.get(random.nextInt(open.size())));
            } catch (ChannelClosedException | InterruptedException e) {
                if (hasLeft) {
                    failures.add(e + " though " + leaving + " was sent");
                }
            }
        }
    }

    private void send(Channel<Sent> channel) throws InterruptedException {
        switch (random.nextInt(5)) {
            case 0 -> {
                channel.send(leaving);
                hasLeft = true;
            }
            case 1 -> hasLeft = channel.send(leaving, SHORT);
            case 2 -> hasLeft = channel.trySend(leaving);
            case 3 -> runIfAnyIsOpen(toAny);
            default -> toAnyForAShortTime.run();
        }
    }

    private static void runIfAnyIsOpen(Select select) throws InterruptedException {
        try {
            select.run();
        } catch (ChannelClosedException e) {
            throw e;
        } catch (IllegalStateException e) {
            // All have been closed meanwhile.
        }
    }

    /** @return false when all its channels are closed and empty */
    private boolean receive() {
        arrived = null;
        while (true) {
            try {
                boolean open = receiveOnce();
                if (arrived != null) {
                    return true;
                }
                if (!open) {
                    return false;
                }
            } catch (InterruptedException e) {
                if (arrived != null) {
                    failures.add("interrupted with a value: " + arrived);
                    return true;
                }
            }
        }
    }

    private boolean receiveOnce() throws InterruptedException {
        Channel<Sent> any = in.get(random.nextInt(in.size()));
        switch (random.nextInt(5)) {
            case 0 -> any.receive(SHORT).ifPresent(sent -> arrive(any, sent));
            case 1 -> any.tryReceive().ifPresent(sent -> arrive(any, sent));
            case 2 -> receiveFrom(any);
            case 3 -> {
                return nextOfAny.run();
            }
            default -> {
                return nextOfAnyForAShortTime.run();
            }
        }
        return true;
    }

    /** Only where no other channel may wait for this node meanwhile. */
    private void receiveFrom(Channel<Sent> channel) throws InterruptedException {
        if (in.size() == 1 || channel.isClosed()) {
            try {
                arrive(channel, channel.receive());
            } catch (ChannelClosedException e) {
                // The selects find out that all are.
            }
        }
    }

    private void arrive(Channel<Sent> channel, Sent sent) {
        if (arrived != null) {
            failures.add("two values at once: " + arrived + " and " + sent);
        }
        arrived = sent;
        Integer last =
                lastNumbers.computeIfAbsent(channel, c -> new HashMap<>()).put(sent.sender(), sent.number());
        if (last != null && last >= sent.number()) {
            failures.add("number " + sent.number() + " comes after number " + last);
        }
    }
}
