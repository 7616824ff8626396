package dev.gmp.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gmp.process.testkit.Scripted;
import dev.gmp.process.testkit.World;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** What a process sees, and what is seen of it. */
class ProcessesTest {

    @Test
    void isInitialisedWithItsMethodAndInputAndEndsWithAResult() throws Exception {
        try (World world =
                World.of(Scripted.type("greet", (self, events, out) -> out.done(self.method + self.input)))) {
            Pid pid = world.processes.submit("greet", "run", "ning");

            assertThat(world.result(pid)).isEqualTo("running");
        }
    }

    @Test
    void anUnknownTypeOrMethodIsRefusedBeforeAnythingIsMade() {
        AtomicInteger made = new AtomicInteger();
        ProcessType type = ProcessType.of(
                "known",
                () -> {
                    made.incrementAndGet();
                    return new Scripted((self, events, out) -> out.done(null));
                },
                "run",
                "walk");
        try (World world = World.of(type)) {
            assertThatThrownBy(() -> world.processes.submit("known", "fly", null))
                    .isInstanceOf(UnknownProcessException.class)
                    .hasMessage("process type 'known' has no method 'fly'; its methods are [run, walk]");
            assertThatThrownBy(() -> world.processes.submit("unknown", "run", null))
                    .isInstanceOf(UnknownProcessException.class)
                    .hasMessage("process type 'unknown' is not registered; registered are [known]");
            assertThat(world.processes.snapshot(1).types().get(0).started()).isZero();
        }
        assertThat(made).hasValue(0);
    }

    @Test
    void firstStepHasNoEventsAndLaterOnesHaveMessagesInOrder() throws Exception {
        List<Object> seen = new ArrayList<>();
        try (World world = World.of(Scripted.type("reader", (self, events, out) -> {
            seen.add(events.size() == 0 ? "none" : "some");
            for (Event event : events) {
                Event.Message message = (Event.Message) event;
                seen.add(message.data());
                if (message.data().equals("end")) {
                    out.done(List.copyOf(seen));
                }
            }
        }))) {
            Pid pid = world.start("reader");
            world.await(pid, ProcessState.IDLE);
            world.processes.send(pid, "a");
            world.await(pid, ProcessState.IDLE);
            world.processes.send(pid, "end");

            assertThat(world.result(pid)).isEqualTo(List.of("none", "some", "a", "some", "end"));
        }
    }

    @Test
    void aMessageFromAProcessNamesItsSender() throws Exception {
        Scripted.Script ping = (self, events, out) -> {
            if (events.isEmpty()) {
                self.context().send((Pid) self.input, "ping");
                return;
            }
            Event.Message answer = (Event.Message) events.get(0);
            out.done(answer.data() + " from " + (answer.sender() == self.input));
        };
        Scripted.Script pong = (self, events, out) -> {
            for (Event event : events) {
                Event.Message message = (Event.Message) event;
                self.context().send(message.sender(), "pong");
            }
        };
        try (World world = World.of(Scripted.type("ping", ping), Scripted.type("pong", pong))) {
            Pid pid = world.processes.submit("ping", "run", world.start("pong"));

            assertThat(world.result(pid)).isEqualTo("pong from true");
        }
    }

    @Test
    void sendingTellsWhatBecameOfTheMessage() throws Exception {
        try (World world = World.of(
                Scripted.type("short", (self, events, out) -> out.done(null)),
                Scripted.type("long", (self, events, out) -> out.idle()))) {
            Pid ended = world.start("short");
            world.result(ended);
            Pid living = world.start("long");

            assertThat(world.processes.send(living, "a")).isEqualTo(SendResult.DELIVERED);
            assertThat(world.processes.send(living.number(), "b")).isEqualTo(SendResult.DELIVERED);
            assertThat(world.processes.send(ended, "c")).isEqualTo(SendResult.ENDED);
            assertThat(world.processes.send(ended.number(), "d")).isEqualTo(SendResult.ENDED);
            assertThat(world.processes.send(123_456_789, "e")).isEqualTo(SendResult.UNKNOWN);
            assertThat(world.processes.send(-1, "f")).isEqualTo(SendResult.UNKNOWN);
            assertThat(world.processes.snapshot(0).sentToEnded()).isEqualTo(2);
            assertThat(world.processes.snapshot(0).sentToUnknown()).isEqualTo(2);
        }
    }

    @Test
    void aCancelledProcessDecidesHowItEnds() throws Exception {
        try (World world = World.of(Scripted.type("patient", (self, events, out) -> {
            for (Event event : events) {
                if (event instanceof Event.Cancel cancel) {
                    out.done("ended: " + cancel.reason());
                }
            }
        }))) {
            Pid pid = world.start("patient");

            assertThat(world.processes.cancel(pid, "enough")).isTrue();
            assertThat(world.result(pid)).isEqualTo("ended: enough");
            assertThat(world.processes.cancel(pid, "again")).isFalse();
        }
    }
}
