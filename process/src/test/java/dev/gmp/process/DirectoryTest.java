package dev.gmp.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Numbers are unique, what lives is found, and what has ended leaves nothing behind. */
class DirectoryTest {

    private static final ProcessType IDLE = Scripted.type("idle", (self, events, out) -> out.idle());

    @Test
    void findsEachThroughGrowthAndShrinking() {
        try (World world = World.of(IDLE)) {
            List<Pid> pids = new ArrayList<>();
            Set<Long> numbers = new HashSet<>();
            for (int i = 0; i < 5_000; i++) {
                Pid pid = world.start("idle");
                pids.add(pid);
                numbers.add(pid.number());
            }
            assertThat(numbers).hasSize(5_000).allMatch(number -> number > 0);
            assertThat(pids).allMatch(pid -> world.processes.find(pid.number()).orElseThrow() == pid);

            for (Pid pid : pids.subList(0, 4_990)) {
                world.processes.end(pid, "enough");
            }
            for (Pid pid : pids.subList(0, 4_990)) {
                world.error(pid);
            }
            assertThat(world.processes.size()).isEqualTo(10);
            assertThat(pids.subList(4_990, 5_000))
                    .allMatch(pid -> world.processes.find(pid.number()).orElseThrow() == pid);
            assertThat(pids.subList(0, 4_990))
                    .allMatch(pid -> world.processes.find(pid.number()).isEmpty());
        }
    }

    @Test
    void aNumberIsNeverUsedAgain() throws Exception {
        try (World world = World.of(Scripted.type("brief", (self, events, out) -> out.done(null)))) {
            Set<Long> numbers = new HashSet<>();
            for (int i = 0; i < 1_000; i++) {
                Pid pid = world.start("brief");
                world.result(pid);
                assertThat(numbers.add(pid.number())).isTrue();
            }
            ProcessTypeSnapshot now = world.processes.snapshot(5).types().get(0);
            assertThat(now.completed()).isEqualTo(1_000);
            assertThat(now.steps()).isEqualTo(1_000);
            assertThat(now.live()).isZero();
        }
    }
}
