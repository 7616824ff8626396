package dev.gmp.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gmp.process.testkit.Scripted;
import dev.gmp.process.testkit.World;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** What becomes of messages that no step got, and of processes that wait for nothing. */
class UnreadMessagesTest {

    private record Never() implements Command<Void> {}

    private static final class Keeping extends Scripted implements Process.UnreadMessageHandler {

        private final List<Object> order;

        Keeping(Script script, List<Object> order) {
            super(script);
            this.order = order;
        }

        @Override
        public void unread(List<Event> messages) {
            messages.forEach(each -> order.add(((Event.Message) each).data()));
        }

        @Override
        public void close() {
            order.add("closed");
        }
    }

    @Test
    void aHandlerGetsThemInOrderBeforeTheProcessIsClosed() throws Exception {
        Semaphore begun = new Semaphore(0);
        Semaphore step = new Semaphore(0);
        List<Object> order = new ArrayList<>();
        ProcessType type = ProcessType.of(
                "keeping",
                () -> new Keeping(
                        (self, events, out) -> {
                            begun.release();
                            step.acquire();
                            out.done(null);
                        },
                        order),
                "run");
        try (World world = World.of(type)) {
            Pid pid = world.start("keeping");
            begun.acquire();
            for (int i = 0; i < 5; i++) {
                world.processes.send(pid, i);
            }
            step.release();
            world.result(pid);
            assertThat(order).containsExactly(0, 1, 2, 3, 4, "closed");
            assertThat(world.processes.snapshot(0).types().get(0).undeliveredMessages())
                    .isZero();
        }
    }

    @Test
    void onlyAnIdleProcessIsEnded() {
        Semaphore begun = new Semaphore(0);
        Semaphore step = new Semaphore(0);
        ProcessType type = Scripted.type("some", (self, events, out) -> {
            if (events.isEmpty()) {
                return;
            }
            if (((Event.Message) events.get(0)).data().equals("wait")) {
                begun.release();
                step.acquire();
            } else {
                out.yield(new Never());
                out.idle();
            }
        });
        var scheduler = World.scheduler(2).build();
        try (World world =
                new World(scheduler, World.quiet(scheduler, type).dispatch(Never.class, (command, pid, tag) -> {}))) {
            Pid pid = world.start("some");
            world.processes.send(pid, "wait");
            begun.acquireUninterruptibly();
            assertThat(world.processes.endIfIdle(pid, "it runs")).isFalse();
            step.release();
            world.await(pid, ProcessState.IDLE);
            assertThat(world.processes.endIfIdle(pid, "yes")).isTrue();
            assertThat(world.error(pid))
                    .isInstanceOf(CancellationException.class)
                    .hasMessage("yes");
            assertThat(world.processes.endIfIdle(pid, "again")).isFalse();

            Pid yields = world.start("some");
            world.processes.send(yields, "x");
            world.await(now -> now.types().get(0).messages() == 2);
            world.await(yields, ProcessState.IDLE);
            assertThat(world.processes.endIfIdle(yields, "it waits for a completion"))
                    .isFalse();
            assertThat(world.processes.endIfIdle(new RemotePid("x", 1), "no")).isFalse();
        }
    }

    @Test
    void anIdleProcessIsNotClosedByTheThreadThatEndsIt() {
        AtomicReference<Thread> closing = new AtomicReference<>();
        class Closing extends Scripted {

            Closing() {
                super((self, events, out) -> {});
            }

            @Override
            public void close() {
                closing.set(Thread.currentThread());
            }
        }
        try (World world = World.of(ProcessType.of("closing", Closing::new, "run"))) {
            Pid pid = world.start("closing");
            world.await(pid, ProcessState.IDLE);
            assertThat(world.processes.endIfIdle(pid, "idle")).isTrue();
            assertThat(world.error(pid)).hasMessage("idle");
            assertThat(closing.get()).isNotNull().isNotSameAs(Thread.currentThread());
        }
    }

    @Test
    void theInputGetsTheMessagesOfAProcessThatWasNeverMade() {
        Semaphore making = new Semaphore(0);
        ProcessType type = ProcessType.of(
                "unmade",
                () -> {
                    making.acquireUninterruptibly();
                    throw new IllegalStateException("no");
                },
                "run");
        List<Object> unread = new ArrayList<>();
        Process.UnreadMessageHandler input =
                messages -> messages.forEach(each -> unread.add(((Event.Message) each).data()));
        AtomicInteger calls = new AtomicInteger();
        Process.UnreadMessageHandler counting = messages -> calls.incrementAndGet();
        try (World world = World.of(type)) {
            Pid pid = world.processes.submit("unmade", "run", input);
            for (int i = 0; i < 3; i++) {
                world.processes.send(pid, i);
            }
            Pid without = world.processes.submit("unmade", "run", counting);
            making.release(2);
            assertThat(world.error(pid)).hasMessage("no");
            world.error(without);
            assertThat(unread).containsExactly(0, 1, 2);
            assertThat(calls).hasValue(1);
            assertThat(world.processes.snapshot(0).types().get(0).undeliveredMessages())
                    .isZero();
        }
    }

    /** Each message gets to a step or to the handler, however they race. */
    @Test
    void noMessageIsLostBetweenEndingAndSending() throws Exception {
        ConcurrentLinkedQueue<Object> got = new ConcurrentLinkedQueue<>();
        AtomicInteger unread = new AtomicInteger();
        class Racing extends Scripted implements Process.UnreadMessageHandler {

            Racing() {
                super((self, events, out) -> events.forEach(each -> got.add(((Event.Message) each).data())));
            }

            @Override
            public void unread(List<Event> messages) {
                messages.forEach(each -> got.add(((Event.Message) each).data()));
                unread.addAndGet(messages.size());
            }
        }
        try (World world = World.of(ProcessType.of("racing", Racing::new, "run"))) {
            int delivered = 0;
            for (int round = 0; round < 1_000; round++) {
                Pid pid = world.start("racing");
                Thread ender = new Thread(() -> {
                    while (world.processes.find(pid.number()).isPresent()) {
                        world.processes.endIfIdle(pid, "idle"); // a message may come first
                        Thread.onSpinWait();
                    }
                });
                ender.start();
                while (world.processes.send(pid, round) == SendResult.DELIVERED) {
                    delivered++;
                    Thread.yield(); // else it is never idle
                }
                ender.join();
                world.error(pid);
            }
            assertThat(got).hasSize(delivered);
        }
    }
}
