package dev.gmp.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gmp.GmpScheduler;
import dev.gmp.process.testkit.Scripted;
import dev.gmp.process.testkit.World;
import org.junit.jupiter.api.Test;

/** Two runtimes that reach each other as two nodes would. */
class RelayTest {

    private static final ProcessType PONG = Scripted.type("pong", (self, events, out) -> {
        for (Event event : events) {
            Event.Message message = (Event.Message) event;
            self.context().send(message.sender(), "pong to " + message.data());
            out.done(null);
        }
    });

    private static final ProcessType PING = Scripted.type("ping", (self, events, out) -> {
        if (events.isEmpty()) {
            assertThat(self.context().send((Pid) self.input, "ping")).isEqualTo(SendResult.DELIVERED);
        } else {
            out.done(((Event.Message) events.get(0)).data());
        }
    });

    @Test
    void messagesAndAnswersPassTheRelay() throws Exception {
        GmpScheduler scheduler = World.scheduler(2).build();
        Processes[] nodes = new Processes[2];
        for (int i = 0; i < 2; i++) {
            int own = i;
            nodes[i] = World.quiet(scheduler, PING, PONG)
                    .relay((to, sender, message) -> nodes[Integer.parseInt(((RemotePid) to).node())].receive(
                            to.number(),
                            sender == null ? null : new RemotePid(Integer.toString(own), sender.number()),
                            message))
                    .build();
        }
        try (scheduler) {
            Pid pong = nodes[1].submit("pong", "run", null);
            Pid ping = nodes[0].submit("ping", "run", new RemotePid("1", pong.number()));

            assertThat(nodes[0].result(ping).get()).isEqualTo("pong to ping");
        }
    }

    @Test
    void theRelayDecidesAboutAnAddressOfTheApplicationsOwn() {
        GmpScheduler scheduler = World.scheduler(2).build();
        ProcessesBuilder builder = World.quiet(scheduler, PONG)
                .relay((to, sender, message) -> to instanceof RemotePid ? SendResult.DELIVERED : SendResult.UNKNOWN);
        try (World world = new World(scheduler, builder)) {
            assertThat(world.processes.send(() -> 1L, "a")).isEqualTo(SendResult.UNKNOWN);
            assertThat(world.processes.snapshot(0).sentToUnknown()).isEqualTo(1);
        }
    }

    @Test
    void withoutARelayOtherNodesAreUnknown() {
        try (World world = World.of(PONG)) {
            assertThat(world.processes.send(new RemotePid("elsewhere", 1), "a")).isEqualTo(SendResult.UNKNOWN);
        }
    }
}
