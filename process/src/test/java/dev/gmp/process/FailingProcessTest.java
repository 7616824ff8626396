package dev.gmp.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gmp.GmpScheduler;
import dev.gmp.observe.TaskKindSnapshot;
import dev.gmp.process.testkit.Scripted;
import dev.gmp.process.testkit.World;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A process that throws ends alone, is closed once, and its error itself reaches all that wait. */
class FailingProcessTest {

    /** Where it throws. */
    enum Where {
        FACTORY,
        INIT,
        STEP,
        LATER_STEP,
        CLOSE
    }

    private record Refused() implements Command<String> {}

    /** Throws an error in one place. */
    private record Throwing(Where where, Supplier<Throwable> error, AtomicInteger closed) implements Process {

        static <E extends Throwable> void throwAny(Throwable error) throws E {
            @SuppressWarnings("unchecked")
            E unchecked = (E) error;
            throw unchecked;
        }

        private void at(Where here) {
            if (where == here) {
                Throwing.<RuntimeException>throwAny(error.get());
            }
        }

        @Override
        public void init(ProcessContext context, String method, @Nullable Object input) {
            at(Where.INIT);
        }

        @Override
        public void step(List<Event> events, StepOutput out) {
            at(Where.STEP);
            if (!events.isEmpty()) {
                at(Where.LATER_STEP);
                out.done(null);
            }
        }

        @Override
        public void close() {
            closed.incrementAndGet();
            at(Where.CLOSE);
        }
    }

    @ParameterizedTest
    @EnumSource
    void endsAloneAndIsClosedOnce(Where where) throws Exception {
        for (Throwable error : List.of(
                new IllegalStateException("a"),
                new Exception("b"),
                new OutOfMemoryError("c"),
                new StackOverflowError())) {
            AtomicInteger closed = new AtomicInteger();
            Queue<Throwable> heard = new ConcurrentLinkedQueue<>();
            ProcessType type = ProcessType.of(
                    "throwing",
                    () -> {
                        if (where == Where.FACTORY) {
                            Throwing.<RuntimeException>throwAny(error);
                        }
                        return new Throwing(where, () -> error, closed);
                    },
                    "run");
            ProcessType sound = Scripted.type("sound", (self, events, out) -> {
                if (!events.isEmpty()) {
                    out.done("sound");
                }
            });
            GmpScheduler scheduler = World.scheduler(1).build();
            ProcessesBuilder builder = World.quiet(scheduler, type, sound).listener(new ProcessListener() {
                @Override
                public void failed(Pid pid, String name, Throwable cause) {
                    heard.add(cause);
                    throw new IllegalStateException("a listener's own");
                }
            });
            try (World world = new World(scheduler, builder)) {
                Pid other = world.start("sound");
                Pid failing = world.start("throwing");
                world.processes.send(failing, "go on");

                assertThat(world.error(failing)).isSameAs(error);
                world.processes.send(other, "go on");
                assertThat(world.result(other)).isEqualTo("sound");
                world.await(now -> now.types().get(0).failed() == 1);
                Awaitility.await()
                        .atMost(Duration.ofSeconds(60))
                        .untilAsserted(() -> assertThat(failures(scheduler)).isEqualTo(Map.of("throwing", 1L)));
                assertThat(world.processes.send(failing, "late")).isEqualTo(SendResult.ENDED);
                assertThat(world.processes.info(failing.number())).isEmpty();
            }
            assertThat(closed).hasValue(where == Where.FACTORY ? 0 : 1);
            assertThat(heard).containsExactly(error);
        }
    }

    @Test
    void aCommandThatThrowsFailsAsItsKind() throws Exception {
        IllegalStateException thrown = new IllegalStateException("planned");
        GmpScheduler scheduler = World.scheduler(1).build();
        ProcessesBuilder builder = World.quiet(scheduler, Scripted.type("ordering", (self, events, out) -> {
                    if (events.isEmpty()) {
                        out.yield(new Refused());
                    } else {
                        out.done(((Event.YieldComplete) events.get(0)).error());
                    }
                }))
                .handleOnGoroutine(Refused.class, command -> {
                    throw thrown;
                });
        try (World world = new World(scheduler, builder)) {
            assertThat(world.result(world.start("ordering"))).isSameAs(thrown);
            Awaitility.await()
                    .atMost(Duration.ofSeconds(60))
                    .untilAsserted(
                            () -> assertThat(failures(scheduler)).isEqualTo(Map.of(Refused.class.getName(), 1L)));
        }
    }

    /** By type. */
    private static Map<String, Long> failures(GmpScheduler scheduler) {
        return scheduler.taskKinds().stream()
                .filter(kind -> kind.failures() > 0)
                .collect(Collectors.toMap(TaskKindSnapshot::name, TaskKindSnapshot::failures));
    }

    @Test
    void whatClosingThrowsAfterAFailureIsSuppressed() {
        RuntimeException fromStep = new RuntimeException("step");
        RuntimeException fromClose = new RuntimeException("close");
        ProcessType type = ProcessType.of(
                "throwing",
                () ->
                        new Scripted((self, events, out) -> {
                            throw fromStep;
                        }) {
                            @Override
                            public void close() {
                                throw fromClose;
                            }
                        },
                "run");
        try (World world = World.of(type)) {
            assertThat(world.error(world.start("throwing"))).isSameAs(fromStep).hasSuppressedException(fromClose);
        }
    }

    @Test
    void yieldsOfAStepThatThrowsAreNotCarriedOut() {
        record Order() implements Command<String> {}
        List<Command<?>> handled = new ArrayList<>();
        GmpScheduler scheduler = World.scheduler(1).build();
        ProcessesBuilder builder = World.quiet(scheduler, Scripted.type("throwing", (self, events, out) -> {
                    out.yield(new Order());
                    throw new IllegalStateException();
                }))
                .handle(Order.class, command -> {
                    handled.add(command);
                    return "";
                });
        try (World world = new World(scheduler, builder)) {
            assertThat(world.error(world.start("throwing"))).isInstanceOf(IllegalStateException.class);
        }
        assertThat(handled).isEmpty();
    }

    @Test
    void whatWaitedForAProcessThatCannotBeginIsCounted() throws Exception {
        ProcessType type = ProcessType.of(
                "failing",
                () -> {
                    throw new IllegalStateException();
                },
                "run");
        GmpScheduler scheduler = World.scheduler(1).build();
        try (World world = new World(scheduler, World.quiet(scheduler, type))) {
            AtomicInteger delivered = new AtomicInteger();
            Pid pid = scheduler
                    .submit(() -> {
                        Pid started = world.start("failing"); // it does not begin before this task has ended
                        for (int i = 0; i < 3; i++) {
                            boolean isThere = world.processes.send(started, i) == SendResult.DELIVERED;
                            delivered.addAndGet(isThere ? 1 : 0);
                        }
                        return started;
                    })
                    .get();
            assertThat(world.error(pid)).isInstanceOf(IllegalStateException.class);

            ProcessTypeSnapshot now = world.processes.snapshot(0).types().get(0);
            assertThat(now.messages() + now.undeliveredMessages()).isEqualTo(delivered.get());
        }
    }

    @Test
    void whatWaitedInTheMailboxIsCounted() throws Exception {
        ProcessType type = Scripted.type("throwing", (self, events, out) -> {
                    if (!events.isEmpty()) {
                        throw new IllegalStateException();
                    }
                    for (int i = 0; i < 5; i++) {
                        self.context().send(self.context().self(), i);
                    }
                })
                .withEventsPerStep(2);
        try (World world = World.of(type)) {
            assertThat(world.error(world.start("throwing"))).isInstanceOf(IllegalStateException.class);

            ProcessTypeSnapshot now = world.processes.snapshot(0).types().get(0);
            assertThat(now.messages()).isEqualTo(2);
            assertThat(now.undeliveredMessages()).isEqualTo(3);
        }
    }
}
