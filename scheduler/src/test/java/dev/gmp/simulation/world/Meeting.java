package dev.gmp.simulation.world;

import dev.gmp.Goroutines;
import dev.gmp.channel.Channel;
import dev.gmp.channel.ChannelClosedException;
import dev.gmp.channel.Select;
import dev.gmp.internal.wiring.Scheduler;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.RejectedExecutionException;

/**
 * Two goroutines send to a third by a channel each, which receives from both. Whatever ends the waits, each value that was sent
 * arrives, once, and in the order of the sends.
 */
final class Meeting {

    private static final int VALUES = 3;
    private static final int LONGEST_WAIT_NANOS = 5_000;

    private final Ledger ledger;
    private final Random dice;
    private final List<Side> sides;
    private final Select first;

    Meeting(Ledger ledger, long seed) {
        this.ledger = ledger;
        this.dice = new Random(seed);
        sides = List.of(new Side(), new Side());
        first = Select.builder()
                .receive(sides.get(0).channel, sides.get(0)::arrives, sides.get(0)::ends)
                .receive(sides.get(1).channel, sides.get(1)::arrives, sides.get(1)::ends)
                .build();
    }

    /** On a goroutine that may wait for others. */
    void hold(Scheduler scheduler) {
        try {
            for (Side side : sides) {
                scheduler.execute(side::send);
            }
        } catch (RejectedExecutionException shutDown) {
            sides.forEach(side -> side.channel.close());
            return;
        }
        while (sides.stream().anyMatch(side -> side.isOpen)) {
            try {
                receive();
            } catch (InterruptedException again) {
                // it has received nothing
            }
        }
        for (Side side : sides) {
            if (side.arrived != VALUES) {
                ledger.complain("%d of %d values have arrived".formatted(side.arrived, VALUES));
            }
        }
    }

    private void receive() throws InterruptedException {
        Side side = sides.get(dice.nextInt(2));
        int kind = dice.nextInt(4);
        if (kind > 1) {
            first.run();
        } else if (side.isOpen && kind == 1) {
            side.channel
                    .receive(Duration.ofNanos(dice.nextInt(LONGEST_WAIT_NANOS)))
                    .ifPresent(side::arrives);
        } else if (side.isOpen) {
            side.receive();
        }
        Thread sender = side.sender;
        if (sender != null && dice.nextInt(4) == 0) {
            sender.interrupt();
        }
    }

    /** One channel and what goes through it. */
    private final class Side {

        final Channel<Integer> channel;
        private final Random senderDice = new Random(dice.nextLong());

        /** While it sends. */
        volatile Thread sender;

        /** By the receiver, like the next one. */
        boolean isOpen = true;

        int arrived;

        Side() {
            int capacity = dice.nextInt(3);
            channel = capacity == 0 ? Channel.unbuffered() : Channel.buffered(capacity);
        }

        void send() {
            sender = Thread.currentThread();
            for (int value = 0; value < VALUES; ) {
                try {
                    if (sends(value)) {
                        value++;
                    } else {
                        Goroutines.yield();
                    }
                } catch (InterruptedException again) {
                    // it has not been sent
                } catch (ChannelClosedException shutDown) {
                    return;
                }
            }
            sender = null;
            channel.close();
        }

        private boolean sends(int value) throws InterruptedException {
            switch (senderDice.nextInt(4)) {
                case 0 -> {
                    return channel.trySend(value);
                }
                case 1 -> {
                    return channel.send(value, Duration.ofNanos(senderDice.nextInt(LONGEST_WAIT_NANOS)));
                }
                case 2 -> Select.builder().send(channel, () -> value).build().run();
                default -> channel.send(value);
            }
            return true;
        }

        void receive() throws InterruptedException {
            Optional<Integer> ready = channel.tryReceive();
            try {
                arrives(ready.isPresent() ? ready.get() : channel.receive());
            } catch (ChannelClosedException over) {
                isOpen = false;
            }
        }

        void arrives(int value) {
            if (value != arrived) {
                ledger.complain("value %d arrives as number %d".formatted(value, arrived));
            }
            arrived++;
        }

        void ends() {
            isOpen = false;
        }
    }
}
