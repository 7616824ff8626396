package dev.gmp.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gmp.process.testkit.Heap;
import dev.gmp.process.testkit.World;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** A process that waits is small: about 100 bytes with its place in the directory, on a heap of less than 32 GB. */
class IdleMemoryTest {

    private static final int PROCESSES = 100_000;
    private static final int MOST_BYTES = 160;

    /** With what most processes keep: their context. */
    private static final class Waiting implements Process {

        @Nullable
        ProcessContext context;

        @Override
        public void init(ProcessContext own, String method, @Nullable Object input) {
            context = own;
        }

        @Override
        public void step(List<Event> events, StepOutput out) {}
    }

    @Test
    void anIdleProcessIsSmallAlsoAfterMessages() {
        try (World world = World.of(ProcessType.of("waiting", Waiting::new, "run"))) {
            Pid[] pids = new Pid[PROCESSES];
            long before = Heap.used();
            for (int i = 0; i < PROCESSES; i++) {
                pids[i] = world.start("waiting");
            }
            for (int round = 0; round < 3; round++) {
                for (Pid pid : pids) {
                    world.processes.send(pid, "hello");
                }
            }
            world.await(now -> now.types().get(0).states().get(ProcessState.IDLE) == PROCESSES
                    && now.types().get(0).messages() == 3L * PROCESSES);
            long bytes = (Heap.used() - before) / PROCESSES;

            assertThat(bytes).isBetween(1L, (long) MOST_BYTES);
        }
    }
}
