package dev.gmp.spring.endpoint;

import dev.gmp.observe.MachineSnapshot;
import dev.gmp.observe.MachineSnapshot.State;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.InvalidEndpointRequestException;

/**
 * Which machines an answer shows. A scheduler may have thousands, so there are never more than {@value #MOST}; those come
 * first that run something on a processor, then those that hold something up: in overtime, then blocked ones, then locked
 * ones, each by how long they have been at it.
 *
 * @param offset machines to leave out at the beginning
 * @param limit machines to show at the most
 * @param stacks whether each machine's stack is wanted, which stops each for a moment
 */
record MachinePage(int offset, int limit, boolean stacks) {

    static final int MOST = 1_000;
    static final int MOST_WITH_STACKS = 100;

    /** What is shown to a caller that asks for nothing else. */
    static final MachinePage FIRST = new MachinePage(0, 200, false);

    private static final List<State> ORDER =
            List.of(State.RUNNING, State.OVERTIME, State.BLOCKED, State.LOCKED, State.SPINNING, State.IDLE);

    private static final Comparator<MachineSnapshot> BUSY_FIRST = Comparator.comparingInt(
                    (MachineSnapshot machine) -> ORDER.indexOf(machine.state()))
            .thenComparing(
                    machine -> Objects.requireNonNullElse(machine.runningFor(), Duration.ZERO),
                    Comparator.reverseOrder())
            .thenComparingLong(MachineSnapshot::id);

    /**
     * What a caller asks for; null stands for the default.
     *
     * @throws InvalidEndpointRequestException if a number is out of its range
     */
    static MachinePage of(@Nullable Integer offset, @Nullable Integer limit, @Nullable Boolean stacks) {
        boolean withStacks = stacks != null && stacks;
        int most = withStacks ? MOST_WITH_STACKS : MOST;
        return new MachinePage(
                RequestParameters.between("offset", offset, 0, 0, Integer.MAX_VALUE),
                RequestParameters.between("limit", limit, Math.min(FIRST.limit(), most), 1, most),
                withStacks);
    }

    /** The machines of this page, in order. */
    List<MachineSnapshot> of(List<MachineSnapshot> machines) {
        return machines.stream().sorted(BUSY_FIRST).skip(offset).limit(limit).toList();
    }
}
