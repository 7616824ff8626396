package dev.gmp.process.internal.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gmp.process.Pid;
import dev.gmp.process.ProcessType;
import dev.gmp.process.ProcessTypeSnapshot;
import dev.gmp.process.ProcessesSnapshot;
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
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A census of a part visits no more than that, however many processes live; counts of all are exact beside it. */
class CensusTest {

    private static final int MOST = 1_000;

    private static final ProcessType IDLE = Scripted.type("idle", (self, events, out) -> out.idle());
    private static final ProcessType BUSY = Scripted.type("busy", (self, events, out) -> out.idle());

    private final RegisteredType idle = new RegisteredType(IDLE, 0, null);
    private final RegisteredType busy = new RegisteredType(BUSY, 1, null);
    private final Directory directory = new Directory(2, OptionalInt.empty());
    private final Tally tally = new Tally(2);

    @ParameterizedTest
    @ValueSource(ints = {0, 10, 1_000, 1_001, 20_000, 300_000})
    void visitsABoundedPart(int live) {
        start(live, idle);

        List<ControlBlock> visited = census();

        assertThat(visited).doesNotHaveDuplicates().hasSizeLessThanOrEqualTo(MOST);
        assertThat(visited).hasSizeGreaterThan(Math.min(live, MOST) * 9 / 10 - 1);
        assertThat(tally.live(0)).isEqualTo(live);
    }

    /** Fewer than there are shards, too. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 7, 100, 2_047})
    void visitsAsManyAsItIsAskedFor(int most) {
        start(300_000, idle);

        List<ControlBlock> visited = new ArrayList<>();
        directory.census(visited::add, most, tally);

        assertThat(visited).doesNotHaveDuplicates().hasSize(most);
    }

    @Test
    void neverVisitsMoreThanItIsAskedForWhileOthersStart() {
        AtomicInteger visits = new AtomicInteger();
        start(MOST, idle);

        directory.census(
                block -> {
                    if (visits.incrementAndGet() <= 100) {
                        start(64, busy);
                    }
                },
                MOST,
                tally);

        assertThat(visits.get()).isBetween(100, MOST);
    }

    @Test
    void aNegativeNumberIsRefused() {
        try (World world = World.of(IDLE)) {
            assertThatThrownBy(() -> world.processes.snapshot(5, -1))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("examined must be 0 or more, but was -1");
            assertThatThrownBy(() -> world.processes.snapshot(-1))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("most must be 0 or more, but was -1");
        }
    }

    @Test
    void visitsAllWhereThereAreNoMore() {
        List<ControlBlock> started = start(MOST, idle);

        assertThat(census()).containsExactlyInAnyOrderElementsOf(started);
    }

    /** Numbers of one type may all be odd, say. */
    @Test
    void thePartIsAFairSample() {
        for (int i = 0; i < 50_000; i++) {
            directory.add(new ControlBlock(i % 2 == 0 ? idle : busy, "run", null));
        }

        assertThat(census().stream().filter(block -> block.type() == idle).count())
                .isBetween(4 * MOST / 10L, 6 * MOST / 10L);
    }

    @Test
    void whatEndsIsCountedAtOnce() {
        List<ControlBlock> started = start(5_000, idle);
        start(10, busy);
        started.subList(0, 4_000).forEach(block -> directory.remove(block, Ending.FAILED));

        census();

        assertThat(tally.live(0)).isEqualTo(1_000);
        assertThat(tally.ended(0, Ending.FAILED)).isEqualTo(4_000);
        assertThat(tally.live(1)).isEqualTo(10);
    }

    @Test
    void aSnapshotOfAPartSaysSo() {
        try (World world = World.of(IDLE)) {
            Set<Pid> pids = new HashSet<>();
            for (int i = 0; i < 3_200; i++) {
                pids.add(world.start("idle"));
            }
            pids.stream().limit(20).forEach(pid -> {
                world.processes.end(pid, "enough");
                world.error(pid);
            });

            ProcessesSnapshot part = world.processes.snapshot(5, 1_600);

            assertThat(part.live()).isEqualTo(3_180);
            assertThat(part.examined()).isEqualTo(1_600);
            assertThat(part.oldest()).hasSize(5);
            ProcessTypeSnapshot type = part.types().get(0);
            assertThat(type.started()).isEqualTo(3_200);
            assertThat(type.cancelled()).isEqualTo(20);
            assertThat(type.states().values().stream()
                            .mapToInt(Integer::intValue)
                            .sum())
                    .isEqualTo(part.examined());
            assertThat(world.processes.snapshot(5).examined()).isEqualTo(3_180);
        }
    }

    private List<ControlBlock> start(int count, RegisteredType type) {
        List<ControlBlock> started = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            ControlBlock block = new ControlBlock(type, "run", null);
            directory.add(block);
            started.add(block);
        }
        return started;
    }

    private List<ControlBlock> census() {
        List<ControlBlock> visited = new ArrayList<>();
        directory.census(visited::add, MOST, tally);
        return visited;
    }
}
