package dev.gmp.process.internal.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gmp.process.Event;
import dev.gmp.process.Pid;
import dev.gmp.process.ProcessType;
import dev.gmp.process.Processes;
import dev.gmp.process.SendResult;
import dev.gmp.process.testkit.Scripted;
import dev.gmp.process.testkit.World;
import org.junit.jupiter.api.Test;

/** Names and groups, and how they end with their processes. */
class NamesTest {

    private static final ProcessType ECHO = Scripted.type("echo", (self, events, out) -> {
        if (!events.isEmpty()) {
            out.done(((Event.Message) events.get(0)).data());
        }
    });

    @Test
    void aNameBelongsToOneUntilItEnds() throws Exception {
        try (World world = World.of(ECHO)) {
            Processes processes = world.processes;
            Pid first = world.start("echo");
            Pid second = world.start("echo");

            assertThat(processes.register("echo", first)).isTrue();
            assertThat(processes.register("echo", first)).isTrue();
            assertThat(processes.register("echo", second)).isFalse();
            assertThat(processes.find("echo")).contains(first);

            processes.send(first, "end");
            world.result(first);
            assertThat(processes.find("echo")).isEmpty();
            assertThat(processes.register("echo", first)).isFalse();
            assertThat(processes.register("echo", second)).isTrue();
        }
    }

    /** It has never had a name or a group before: nothing of it remembers that it has ended. */
    @Test
    void anEndedProcessTakesNoFirstNameAndNoFirstGroup() throws Exception {
        try (World world = World.of(ECHO)) {
            Processes processes = world.processes;
            Pid ended = world.start("echo");
            Pid live = world.start("echo");
            processes.send(ended, "end");
            world.result(ended);

            assertThat(processes.register("echo", ended)).isFalse();
            assertThat(processes.find("echo")).isEmpty();
            assertThat(processes.register("echo", live)).isTrue();
            assertThat(processes.find("echo")).contains(live);

            Pid second = world.start("echo");
            processes.send(second, "end");
            world.result(second);
            assertThat(processes.join("all", second)).isFalse();
            assertThat(processes.leave("all", second)).isFalse();
            assertThat(processes.members("all")).isEmpty();
            assertThat(processes.join("all", live)).isTrue();
            assertThat(processes.members("all")).containsExactly(live);
        }
    }

    @Test
    void aBroadcastReachesTheMembers() throws Exception {
        try (World world = World.of(ECHO)) {
            Processes processes = world.processes;
            Pid member = world.start("echo");
            Pid other = world.start("echo");
            Pid gone = world.start("echo");
            processes.join("all", member);
            processes.join("all", other);
            processes.join("all", gone);
            assertThat(processes.leave("all", gone)).isTrue();
            assertThat(processes.leave("all", gone)).isFalse();

            assertThat(processes.broadcast("all", "hear")).isEqualTo(2);
            assertThat(world.result(member)).isEqualTo("hear");
            assertThat(world.result(other)).isEqualTo("hear");
            assertThat(processes.members("all")).isEmpty();
            assertThat(processes.broadcast("all", "hear")).isZero();
            assertThat(processes.join("all", member)).isFalse();
        }
    }

    @Test
    void strangersAreRefused() {
        try (World world = World.of(ECHO);
                World other = World.of(ECHO)) {
            Pid stranger = other.start("echo");

            assertThatThrownBy(() -> world.processes.register("a", stranger))
                    .isInstanceOf(IllegalArgumentException.class);
            assertThat(world.processes.send(stranger, "a")).isEqualTo(SendResult.UNKNOWN);
            assertThat(world.processes.cancel(stranger, "a")).isFalse();
            assertThat(world.processes.end(stranger, "a")).isFalse();
        }
    }
}
