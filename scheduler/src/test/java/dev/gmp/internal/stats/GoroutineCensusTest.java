package dev.gmp.internal.stats;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gmp.internal.gmp.DirectGoroutine;
import dev.gmp.internal.gmp.Goroutine;
import dev.gmp.internal.gmp.SchedulerState;
import dev.gmp.internal.runq.LocalRunQueue;
import dev.gmp.internal.sched.Lifecycle;
import dev.gmp.internal.sched.ProtocolState;
import dev.gmp.internal.spawn.VirtualGoroutines;
import dev.gmp.internal.sysmon.WatchedQueue;
import dev.gmp.observe.GoroutineCounts;
import org.junit.jupiter.api.Test;

/** A goroutine that changes its queue while the queues are read one by one is counted once. */
class GoroutineCensusTest {

    private static final GoroutineCounts ONE_RUNNABLE = new GoroutineCounts(1, 0, 0, 0);

    private final SchedulerState state = new SchedulerState(ProtocolState.unbounded(2), LocalRunQueue.CAPACITY);
    private final Lifecycle lifecycle = ProtocolState.lifecycle(state);
    private final GoroutineCensus census = new GoroutineCensus(
            state, ProtocolState.machines(state), lifecycle, new VirtualGoroutines(state, null, null, lifecycle, null));

    private Runnable whenTheFirstQueueHasBeenRead = () -> {};
    private final LocalRunQueue<Goroutine> first = new WatchedQueue(() -> 0) {
        @Override
        public int estimatedSize() {
            int size = super.estimatedSize();
            whenTheFirstQueueHasBeenRead.run();
            return size;
        }
    };
    private final LocalRunQueue<Goroutine> second = state.processors().get(1).queue();

    @Test
    void oneThatIsInNoQueueWhenThatIsRead() {
        put(second);
        whenTheFirstQueueHasBeenRead = () -> move(second, first);
        assertThat(census.take()).isEqualTo(ONE_RUNNABLE);
    }

    @Test
    void oneThatIsInTwoQueuesWhenTheyAreRead() {
        put(first);
        whenTheFirstQueueHasBeenRead = () -> move(first, second);
        assertThat(census.take()).isEqualTo(ONE_RUNNABLE);
    }

    @Test
    void oneThatAMachineHasTakenAndNotBegun() {
        put(first);
        first.poll();
        assertThat(census.take()).isEqualTo(ONE_RUNNABLE);
    }

    /** Accepts a goroutine, which then stands in this queue. */
    private void put(LocalRunQueue<Goroutine> queue) {
        state.processors().get(0).replaceQueue(first);
        state.queues().global().offer(new DirectGoroutine(() -> {}), 0);
        queue.offer(state.queues().global().poll(0));
    }

    private static void move(LocalRunQueue<Goroutine> from, LocalRunQueue<Goroutine> to) {
        to.offer(from.poll());
    }
}
