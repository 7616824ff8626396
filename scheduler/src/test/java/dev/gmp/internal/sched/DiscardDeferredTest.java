package dev.gmp.internal.sched;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gmp.internal.bulkhead.Bulkheads;
import dev.gmp.internal.gmp.DirectGoroutine;
import dev.gmp.internal.gmp.Goroutine;
import dev.gmp.internal.gmp.SchedulerState;
import dev.gmp.internal.runq.Batch;
import dev.gmp.internal.runq.LocalRunQueue;
import dev.gmp.internal.util.ListenerList;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Deferred tasks, which later ones pass, give way like others, and before them. */
class DiscardDeferredTest {

    private final SchedulerState state = new SchedulerState(ProtocolState.unbounded(), LocalRunQueue.CAPACITY);
    private final MachinePool machines = ProtocolState.machines(state);
    private final Lifecycle lifecycle = new Lifecycle(state, machines, new Bulkheads());
    private final WakeUp wakeUp = new WakeUp(state, machines, new TimerWaker(state));
    private final UnstartedTasks unstartedTasks = new UnstartedTasks(
            state.processors(),
            state.queues(),
            machines,
            lifecycle,
            new QueuePermits(state.config(), lifecycle, new ListenerList<>()),
            new Readying(state, wakeUp, null),
            null);
    private final List<Runnable> discarded = new ArrayList<>();

    @BeforeEach
    void takeTheProcessorThatWouldRunThem() {
        state.idle().takeProcessor();
    }

    @Test
    void theyGiveWayFirstAndOneAtATime() {
        List<Task> tasks = List.of(new Task(1), new Task(2), new Task(3));
        Task later = new Task(4);
        defer(tasks);
        state.queues().global().add(accepted(later), 0);

        for (int i = 1; i <= 3; i++) {
            assertThat(unstartedTasks.discardOldest(discarded::add).discarded()).isTrue();
            assertThat(discarded).hasSize(i);
        }
        assertThat(discarded).containsExactlyInAnyOrderElementsOf(tasks).first().isEqualTo(tasks.get(0));
        assertThat(state.queues().backlog().isEmpty()).isTrue();

        assertThat(unstartedTasks.discardOldest(discarded::add).discarded()).isTrue();
        assertThat(discarded).last().isEqualTo(later);
        assertThat(unstartedTasks.discardOldest(discarded::add).discarded()).isFalse();
    }

    private void defer(List<Task> tasks) {
        Batch<Goroutine> batch = new Batch<>();
        tasks.forEach(task -> batch.addFirst(accepted(task))); // the newest first
        state.queues().backlog().addAll(batch);
    }

    private Goroutine accepted(Task task) {
        return new DirectGoroutine(task);
    }

    private record Task(int number) implements Runnable {

        @Override
        public void run() {}
    }
}
