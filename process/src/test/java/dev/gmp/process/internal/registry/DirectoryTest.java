package dev.gmp.process.internal.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gmp.process.Pid;
import dev.gmp.process.ProcessType;
import dev.gmp.process.ProcessTypeSnapshot;
import dev.gmp.process.internal.controlblock.ControlBlock;
import dev.gmp.process.internal.controlblock.Ending;
import dev.gmp.process.internal.controlblock.RegisteredType;
import dev.gmp.process.testkit.Scripted;
import dev.gmp.process.testkit.World;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.RejectedExecutionException;
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

    /** Finds no memory for a table of another size while it is told so. */
    private static final class Cramped extends DirectoryShard {

        boolean full = true;

        Cramped() {
            super(1);
        }

        @Override
        ControlBlock[] newTable(int length) {
            if (full) {
                throw new OutOfMemoryError("planned");
            }
            return super.newTable(length);
        }
    }

    private static ControlBlock block() {
        return new ControlBlock(new RegisteredType(IDLE, 0, null), "run", null);
    }

    @Test
    void aProcessThatFindsNoMemoryIsNotCounted() {
        List<Cramped> shards = new ArrayList<>();
        Directory directory = new Directory(
                () -> {
                    shards.add(new Cramped());
                    return shards.get(shards.size() - 1);
                },
                OptionalInt.of(300));
        int refused = 0;
        for (int i = 0; i < 2_000; i++) {
            try {
                directory.add(block());
            } catch (OutOfMemoryError planned) {
                refused++;
            }
        }
        assertThat(directory.size()).isPositive().isEqualTo(2_000 - refused).isLessThan(300);

        shards.forEach(each -> each.full = false);
        while (directory.size() < 300) {
            directory.add(block());
        }
        assertThatThrownBy(() -> directory.add(block()))
                .isInstanceOf(RejectedExecutionException.class)
                .hasMessageContaining("300 of 300");
    }

    @Test
    void anEndedProcessIsOutAlsoWithoutMemoryForASmallerTable() {
        Cramped shard = new Cramped();
        shard.full = false;
        List<ControlBlock> blocks = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            blocks.add(block());
            shard.tryAdd(blocks.get(i), 0, 0);
        }
        shard.full = true;
        assertThatCode(() -> blocks.subList(0, 190).forEach(block -> shard.remove(block, Ending.COMPLETED)))
                .doesNotThrowAnyException();
        assertThat(shard.size()).isEqualTo(10);
        assertThat(blocks.subList(190, 200)).allMatch(block -> shard.find(block.number()) == block);

        shard.full = false;
        shard.remove(blocks.get(190), Ending.COMPLETED);
        assertThat(shard.size()).isEqualTo(9);
        assertThat(blocks.subList(191, 200)).allMatch(block -> shard.find(block.number()) == block);
        assertThat(blocks.subList(0, 191)).allMatch(block -> shard.find(block.number()) == null);
    }
}
