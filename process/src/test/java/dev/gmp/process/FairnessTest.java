package dev.gmp.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gmp.GmpScheduler;
import dev.gmp.config.Discipline;
import dev.gmp.process.testkit.Scripted;
import dev.gmp.process.testkit.World;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** On one processor a process that always has messages lets others have a turn. */
class FairnessTest {

    @ParameterizedTest
    @EnumSource
    void aBusyProcessLetsOthersHaveATurn(Discipline discipline) throws Exception {
        // Never empty: for each message that it gets it sends itself another.
        ProcessType busy = Scripted.type("busy", (self, events, out) -> {
            int more = events.isEmpty() ? 200 : events.size();
            for (int i = 0; i < more; i++) {
                self.context().send(self.context().self(), "again");
            }
        });
        ProcessType brief = Scripted.type("brief", (self, events, out) -> {
            if (!events.isEmpty()) {
                out.done("had a turn");
            }
        });
        GmpScheduler scheduler = World.scheduler(1).discipline(discipline).build();
        try (World world = new World(scheduler, World.quiet(scheduler, busy, brief))) {
            world.start("busy");
            world.start("busy");
            Pid pid = world.start("brief");
            world.processes.send(pid, "now");

            assertThat(world.result(pid)).isEqualTo("had a turn");
        }
    }
}
