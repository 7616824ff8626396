package dev.gmp.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.gmp.GmpScheduler;
import dev.gmp.process.internal.controlblock.ControlBlock;
import dev.gmp.process.testkit.Scripted;
import dev.gmp.process.testkit.World;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** Commands: what carries them out, and what the process hears of it. */
class YieldTest {

    private record Double(int number) implements Command<Integer> {}

    private record Unhandled() implements Command<String> {}

    private sealed interface Greeting extends Command<String> {}

    private record Hello(String name) implements Greeting {}

    /** Yields its input, then ends with what it hears. */
    private static final ProcessType ASKING = Scripted.type("asking", (self, events, out) -> {
        if (events.isEmpty()) {
            out.yield((Command<?>) self.input);
        } else {
            out.done(events.get(0));
        }
    });

    private static World world(GmpScheduler scheduler, ProcessesBuilder builder) {
        return new World(scheduler, builder);
    }

    private static Event.YieldComplete ask(World world, Command<?> command) throws Exception {
        return (Event.YieldComplete) world.result(world.processes.submit("asking", "run", command));
    }

    @Test
    void everyKindOfHandlerCompletesTheYield() throws Exception {
        GmpScheduler scheduler = World.scheduler(2).build();
        List<ProcessesBuilder> kinds = List.of(
                World.quiet(scheduler, ASKING).handle(Double.class, command -> 2 * command.number()),
                World.quiet(scheduler, ASKING).handleOnGoroutine(Double.class, command -> 2 * command.number()),
                World.quiet(scheduler, ASKING)
                        .handleAsync(
                                Double.class,
                                command -> CompletableFuture.supplyAsync(() -> 2 * command.number(), scheduler)),
                World.quiet(scheduler, ASKING)
                        .dispatch(
                                Double.class,
                                (command, pid, tag) -> ((ControlBlock) pid)
                                        .processes()
                                        .completeYield(pid, tag, 2 * command.number())));
        try (scheduler) {
            for (ProcessesBuilder kind : kinds) {
                World world = world(scheduler, kind);

                Event.YieldComplete heard = ask(world, new Double(21));

                assertThat(heard.data()).isEqualTo(42);
                assertThat(heard.error()).isNull();
            }
        }
    }

    @Test
    void whatAHandlerThrowsIsTheErrorItself() throws Exception {
        IOException error = new IOException("disk");
        GmpScheduler scheduler = World.scheduler(2).build();
        List<ProcessesBuilder> kinds = List.of(
                World.quiet(scheduler, ASKING).handle(Double.class, command -> {
                    throw error;
                }),
                World.quiet(scheduler, ASKING).handleOnGoroutine(Double.class, command -> {
                    throw error;
                }),
                World.quiet(scheduler, ASKING)
                        .handleAsync(
                                Double.class,
                                command -> CompletableFuture.<Integer>failedFuture(error)
                                        .thenApply(x -> x)),
                World.quiet(scheduler, ASKING).dispatch(Double.class, (command, pid, tag) -> {
                    throw error;
                }));
        try (scheduler) {
            for (ProcessesBuilder kind : kinds) {
                assertThat(ask(world(scheduler, kind), new Double(21)).error()).isSameAs(error);
            }
        }
    }

    @Test
    void aCommandWithoutAHandlerCompletesWithAnError() throws Exception {
        try (World world = World.of(ASKING)) {
            assertThat(ask(world, new Unhandled()).error())
                    .isInstanceOf(UnhandledCommandException.class)
                    .hasMessageContaining(Unhandled.class.getName());
        }
    }

    @Test
    void aHandlerOfAnInterfaceHasItsCommands() throws Exception {
        GmpScheduler scheduler = World.scheduler(2).build();
        ProcessesBuilder builder =
                World.quiet(scheduler, ASKING).handle(Greeting.class, greeting -> "hello " + ((Hello) greeting).name());
        try (World world = world(scheduler, builder)) {
            assertThat(ask(world, new Hello("gopher")).data()).isEqualTo("hello gopher");
        }
    }

    @Test
    void aBlockedProcessHearsItsCompletionFirstAndTheMessagesAfterwards() throws Exception {
        AtomicReference<Long> tag = new AtomicReference<>();
        CountDownLatch dispatched = new CountDownLatch(1);
        GmpScheduler scheduler = World.scheduler(2).build();
        List<Object> seen = new ArrayList<>();
        ProcessesBuilder builder = World.quiet(scheduler, Scripted.type("asking", (self, events, out) -> {
                    for (Event event : events) {
                        seen.add(event instanceof Event.Message message ? message.data() : "completion");
                    }
                    if (events.isEmpty()) {
                        out.yield(new Unhandled());
                    } else if (seen.contains("last")) {
                        out.done(List.copyOf(seen));
                    }
                }))
                .dispatch(Unhandled.class, (command, pid, own) -> {
                    tag.set(own);
                    dispatched.countDown();
                });
        try (World world = world(scheduler, builder)) {
            Pid pid = world.start("asking");
            dispatched.await();
            world.await(pid, ProcessState.BLOCKED);
            world.processes.send(pid, "first");
            world.processes.send(pid, "last");

            assertThat(world.processes.info(pid.number()).orElseThrow())
                    .matches(info -> info.state() == ProcessState.BLOCKED && info.waitingMessages() == 2);
            assertThat(world.processes.completeYield(pid, tag.get(), "done")).isEqualTo(YieldResult.COMPLETED);
            assertThat(world.result(pid)).isEqualTo(List.of("completion", "first", "last"));
        }
    }

    @Test
    void aSecondAnUnknownAndALateCompletionAreToldAndCounted() throws Exception {
        AtomicReference<Long> tag = new AtomicReference<>();
        CountDownLatch dispatched = new CountDownLatch(1);
        GmpScheduler scheduler = World.scheduler(2).build();
        ProcessesBuilder builder = World.quiet(scheduler, Scripted.type("asking", (self, events, out) -> {
                    if (events.isEmpty()) {
                        out.yield(new Unhandled());
                    } else if (events.get(0) instanceof Event.Message) {
                        out.done(null);
                    }
                }))
                .dispatch(Unhandled.class, (command, pid, own) -> {
                    tag.set(own);
                    dispatched.countDown();
                });
        try (World world = world(scheduler, builder)) {
            Pid pid = world.start("asking");
            dispatched.await();
            Processes processes = world.processes;

            assertThat(processes.completeYield(pid, tag.get() + 1, "x")).isEqualTo(YieldResult.UNKNOWN_TAG);
            assertThat(processes.completeYield(pid, tag.get(), "x")).isEqualTo(YieldResult.COMPLETED);
            assertThat(processes.completeYield(pid, tag.get(), "x")).isEqualTo(YieldResult.UNKNOWN_TAG);
            processes.send(pid, "end");
            world.result(pid);
            assertThat(processes.failYield(pid, tag.get(), new IOException())).isEqualTo(YieldResult.ENDED);
            assertThat(processes.completeYield(new RemotePid("b", 1), 1, null)).isEqualTo(YieldResult.UNKNOWN_PROCESS);
            assertThat(processes.snapshot(0).strayCompletions()).isEqualTo(4);
        }
    }

    @Test
    void aTagOfItsOwnComesBackAndIsTakenOnce() throws Exception {
        List<Object> seen = new ArrayList<>();
        GmpScheduler scheduler = World.scheduler(2).build();
        ProcessesBuilder builder = World.quiet(scheduler, Scripted.type("asking", (self, events, out) -> {
                    if (events.isEmpty()) {
                        out.yield(1, new Double(1));
                        seen.add(out.yield(new Double(2)));
                        seen.add(catchThrowable(() -> out.yield(1, new Double(3)))
                                .getClass());
                    } else {
                        events.forEach(event -> seen.add(((Event.YieldComplete) event).tag()));
                        out.done(List.copyOf(seen));
                    }
                }))
                .handle(Double.class, command -> 2 * command.number());
        try (World world = world(scheduler, builder)) {
            assertThat(world.result(world.start("asking")))
                    .isEqualTo(List.of(2L, IllegalArgumentException.class, 1L, 2L));
        }
    }

    /** Its completion waits for the step's end: the process could not tell it from that of the second. */
    @Test
    void aTagIsTakenUntilItsCompletionIsHandedOver() throws Exception {
        GmpScheduler scheduler = World.scheduler(2).build();
        ProcessesBuilder builder = World.quiet(scheduler, Scripted.type("asking", (self, events, out) -> {
                    if (events.isEmpty()) {
                        out.yield(1, new Unhandled());
                        out.idle();
                        self.context().send(self.context().self(), "go on");
                    } else if (events.get(0) instanceof Event.Message) {
                        Pid pid = self.context().self();
                        YieldResult completed = ((ControlBlock) pid).processes().completeYield(pid, 1, "first");
                        assertThat(completed).isEqualTo(YieldResult.COMPLETED);
                        assertThatThrownBy(() -> out.yield(1, new Unhandled()))
                                .isInstanceOf(IllegalArgumentException.class);
                        self.input = out.yield(new Unhandled());
                    } else {
                        out.yield(1, new Unhandled());
                        out.done(self.input);
                    }
                }))
                .dispatch(Unhandled.class, (command, pid, tag) -> {});
        try (World world = world(scheduler, builder)) {
            assertThat(world.result(world.start("asking"))).isEqualTo(2L);
        }
    }

    @Test
    void blockedWithoutAYieldFailsInsteadOfWaitingForEver() {
        try (World world = World.of(Scripted.type("stuck", (self, events, out) -> out.blocked()))) {
            assertThat(world.error(world.start("stuck")))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("blocked for ever");
        }
    }

    @Test
    void anOutputIsOverWithItsStep() throws Exception {
        AtomicReference<StepOutput> kept = new AtomicReference<>();
        try (World world = World.of(Scripted.type("leaky", (self, events, out) -> {
            kept.set(out);
            out.done("done");
            assertThat(catchThrowable(out::idle))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("has called done() already");
        }))) {
            assertThat(world.result(world.start("leaky"))).isEqualTo("done");
            assertThat(catchThrowable(() -> kept.get().yield(new Unhandled())))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("is over");
        }
    }

    @Test
    void anOutputIsOverWithItsStepAlsoForLaterStepsOfTheTurn() throws Exception {
        GmpScheduler scheduler = World.scheduler(2).build();
        ProcessesBuilder builder = World.quiet(scheduler, Scripted.type("leaky", (self, events, out) -> {
                    if (events.isEmpty()) {
                        self.input = out;
                        out.yield(new Double(1)); // complete when this step is over: the next one follows at once
                    } else {
                        out.done(catchThrowable(((StepOutput) self.input)::idle));
                    }
                }))
                .handle(Double.class, command -> 2 * command.number());
        try (World world = world(scheduler, builder)) {
            assertThat(world.result(world.start("leaky")))
                    .isInstanceOf(IllegalStateException.class)
                    .asString()
                    .contains("is over");
        }
    }

    @Test
    void commandsOfTheLastStepAreCarriedOut() throws Exception {
        CountDownLatch handled = new CountDownLatch(1);
        GmpScheduler scheduler = World.scheduler(2).build();
        ProcessesBuilder builder = World.quiet(scheduler, Scripted.type("parting", (self, events, out) -> {
                    out.yield(new Unhandled());
                    out.done("gone");
                }))
                .handle(Unhandled.class, command -> {
                    handled.countDown();
                    return "";
                });
        try (World world = world(scheduler, builder)) {
            assertThat(world.result(world.start("parting"))).isEqualTo("gone");
            handled.await();
        }
    }
}
