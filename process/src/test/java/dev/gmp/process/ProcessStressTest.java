package dev.gmp.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gmp.GmpScheduler;
import dev.gmp.process.internal.controlblock.ControlBlock;
import dev.gmp.process.testkit.Scripted;
import dev.gmp.process.testkit.World;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Many threads and processes send at once: each message arrives once, those of a sender in order, and no process is stepped
 * by two threads. A wake-up that is lost hangs the test, since nothing heals it.
 */
class ProcessStressTest {

    private static final int SENDERS = 4;
    private static final int RECEIVERS = 8;

    /** @param sender the number of its sender; each counts its own messages for each receiver */
    private record Numbered(int sender, int number) {}

    private record Nap() implements Command<Integer> {}

    /** Ends when all messages have come; fails when one comes twice, in the wrong order, or beside another step. */
    private static final class Receiver implements Process {

        private final AtomicBoolean stepping = new AtomicBoolean();
        private final int[] last = new int[SENDERS];
        private int left;
        private int naps; // by no lock: one thread at a time

        @Override
        public void init(ProcessContext context, String method, @Nullable Object input) {
            left = (int) input * SENDERS;
        }

        @Override
        public void step(List<Event> events, StepOutput out) {
            check(!stepping.getAndSet(true), "two steps at once");
            for (Event event : events) {
                if (event instanceof Event.Message message) {
                    receive((Numbered) message.data());
                } else {
                    check(((Event.YieldComplete) event).data().equals(naps), "another nap");
                }
            }
            check(stepping.getAndSet(false), "two steps at once");
            if (left == 0) {
                out.done(null);
            } else if (left % 7 == 0 && !events.isEmpty() && events.get(0) instanceof Event.Message) {
                naps++;
                out.yield(new Nap());
            }
        }

        private void receive(Numbered numbered) {
            check(
                    numbered.number() == last[numbered.sender()] + 1,
                    "after " + last[numbered.sender()] + " " + numbered);
            last[numbered.sender()] = numbered.number();
            left--;
        }

        private static void check(boolean holds, String what) {
            if (!holds) {
                throw new AssertionError(what);
            }
        }
    }

    private static void stress(int messages) throws Exception {
        GmpScheduler scheduler = World.scheduler(2).build();
        ProcessType receiver = ProcessType.of("receiver", Receiver::new, "run").withEventsPerStep(5);
        ProcessesBuilder builder = World.quiet(scheduler, receiver, sender(messages));
        // A process that yields is told how many naps it has had, and compares that with its own count.
        Map<Pid, Integer> counts = new ConcurrentHashMap<>();
        builder.dispatch(Nap.class, (command, pid, tag) -> {
            int count = counts.merge(pid, 1, Integer::sum);
            scheduler.execute(() -> ((ControlBlock) pid).processes().completeYield(pid, tag, count));
        });
        try (World world = new World(scheduler, builder)) {
            List<Pid> receivers = new ArrayList<>();
            for (int i = 0; i < RECEIVERS; i++) {
                receivers.add(world.processes.submit("receiver", "run", messages));
            }
            Thread outside = new Thread(() -> sendAll(0, messages, receivers, world.processes));
            outside.start();
            List<Pid> all = new ArrayList<>(receivers);
            for (int i = 1; i < SENDERS; i++) {
                all.add(0, world.processes.submit("sender", "run", new Object[] {i, receivers}));
            }
            for (Pid each : all) {
                world.processes.result(each).get(300, TimeUnit.SECONDS);
            }
            outside.join();
            ProcessTypeSnapshot seen = world.processes.snapshot(0).types().get(0);
            assertThat(seen.messages()).isEqualTo((long) messages * SENDERS * RECEIVERS);
            assertThat(seen.undeliveredMessages()).isZero();
        }
    }

    private static void sendAll(int sender, int messages, List<Pid> receivers, Processes processes) {
        for (int number = 1; number <= messages; number++) {
            for (Pid each : receivers) {
                processes.send(each, new Numbered(sender, number));
            }
        }
    }

    /** Sends a few messages to all in each step. */
    private static ProcessType sender(int messages) {
        return ProcessType.of(
                "sender",
                () -> new Scripted(null) {
                    private int number;

                    @Override
                    @SuppressWarnings("unchecked")
                    public void step(List<Event> events, StepOutput out) {
                        Object[] own = (Object[]) input;
                        for (int i = 0; i < 3 && number < messages; i++) {
                            number++;
                            for (Pid each : (List<Pid>) own[1]) {
                                context().send(each, new Numbered((int) own[0], number));
                            }
                        }
                        if (number == messages) {
                            out.done(null);
                        } else {
                            context().send(context().self(), "go on");
                        }
                    }
                },
                "run");
    }

    @Test
    void everyMessageArrivesOnceAndInOrder() throws Exception {
        stress(2_000);
    }

    @Test
    @Tag("long")
    void everyMessageArrivesOnceAndInOrderAtLength() throws Exception {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(Integer.getInteger("gmp.stress.seconds", 10));
        while (System.nanoTime() < end) {
            stress(20_000);
        }
    }

    /** Two that answer each other on two processors find each other RUNNING half of the time. */
    @Test
    void noWakeUpIsLostBetweenPairs() throws Exception {
        ProcessType pair = Scripted.type("pair", (self, events, out) -> {
            if (events.isEmpty() && self.input != null) {
                self.context().send((Pid) self.input, 20_000);
            }
            for (Event event : events) {
                Event.Message message = (Event.Message) event;
                int left = (int) message.data();
                if (left > 0) {
                    self.context().send(message.sender(), left - 1);
                }
                if (left <= 1) {
                    out.done(null);
                }
            }
        });
        try (World world = World.of(pair)) {
            List<CompletableFuture<?>> ends = new ArrayList<>();
            for (int i = 0; i < 5; i++) {
                Pid one = world.start("pair");
                ends.add(world.processes.result(one));
                ends.add(world.processes.result(world.processes.submit("pair", "run", one)));
            }
            CompletableFuture.allOf(ends.toArray(new CompletableFuture<?>[0])).get(100, TimeUnit.SECONDS);
        }
    }
}
