package dev.gmp.spring.job;

import static dev.gmp.spring.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gmp.GmpScheduler;
import dev.gmp.SchedulerBuilder;
import dev.gmp.config.GoroutineMode;
import dev.gmp.config.RejectionPolicy;
import dev.gmp.spring.BusyTask;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What passes the gate, what it keeps, and that nothing is lost. */
class TaskGateTests {

    private GmpScheduler scheduler = GmpScheduler.builder().maxProcs(2).build();

    @AfterEach
    void end() {
        scheduler.shutdownNow();
    }

    @Test
    void keepsTasksWhileShutAndHandsThemAllOver() throws InterruptedException {
        rebuild(GmpScheduler.builder().maxProcs(1));
        TaskGate gate = new TaskGate(scheduler);
        List<Integer> ran = Collections.synchronizedList(new ArrayList<>());
        gate.shut();
        for (int i = 0; i < 100; i++) {
            int number = i;
            gate.execute(() -> ran.add(number));
        }
        assertThat(scheduler.snapshot().counters().created()).isZero();
        assertThat(gate.isOpen()).isFalse();
        gate.open();
        gate.execute(() -> ran.add(100));
        end(scheduler);
        assertThat(ran)
                .containsExactlyInAnyOrderElementsOf(
                        IntStream.rangeClosed(0, 100).boxed().toList());
    }

    @Test
    void keepsNoMoreThanTheQueueMayHold() {
        rebuild(GmpScheduler.builder().queueCapacity(2));
        TaskGate gate = new TaskGate(scheduler);
        gate.shut();
        gate.execute(() -> {});
        gate.execute(() -> {});
        assertThatThrownBy(() -> gate.execute(() -> {}))
                .isInstanceOf(RejectedExecutionException.class)
                .hasMessageContaining("scheduler 'default' is paused and keeps 2 of 2 tasks (queue-capacity)");
    }

    @Test
    void runsAKeptTaskItselfWhereTheSchedulerHasNoRoomForIt() {
        rebuild(GmpScheduler.builder().maxProcs(1).maxMachines(1).queueCapacity(1));
        TaskGate gate = new TaskGate(scheduler);
        Thread[] ranOn = new Thread[1];
        gate.shut();
        gate.execute(() -> ranOn[0] = Thread.currentThread());
        BusyTask busy = BusyTask.on(scheduler);
        scheduler.execute(() -> {});
        gate.open();
        assertThat(ranOn).containsExactly(Thread.currentThread());
        busy.release();
    }

    @Test
    void letsThroughWhatAGoroutineSubmitsBecauseItMayWaitForIt() throws Exception {
        TaskGate gate = new TaskGate(scheduler);
        assertThat(scheduler
                        .submit(() -> {
                            gate.shut();
                            Thread[] child = new Thread[1];
                            gate.execute(() -> child[0] = Thread.currentThread());
                            await().until(() -> child[0] != null);
                            return gate.isOpen();
                        })
                        .get(100, TimeUnit.SECONDS))
                .isFalse();
    }

    @Test
    void isNotEmptyWhileASubmitterIsOnItsWay() {
        rebuild(GmpScheduler.builder()
                .maxProcs(1)
                .maxMachines(1)
                .queueCapacity(1)
                .rejectionPolicy(RejectionPolicy.BLOCK));
        TaskGate gate = new TaskGate(scheduler);
        BusyTask busy = BusyTask.on(scheduler);
        scheduler.execute(() -> {});
        Thread submitter = new Thread(() -> gate.execute(() -> {}));
        submitter.start();
        await().until(() -> submitter.getState() == Thread.State.TIMED_WAITING);
        gate.shut();
        assertThat(gate.isEmpty()).isFalse();
        busy.release();
        await().until(gate::isEmpty);
    }

    /** GATE-1, and nothing lost or doubled on the way, against three submitters. */
    @Test
    void onceShutAndEmptyNothingPasses() throws InterruptedException {
        rebuild(GmpScheduler.builder().maxProcs(2).goroutines(GoroutineMode.DIRECT));
        TaskGate gate = new TaskGate(scheduler);
        AtomicLong submitted = new AtomicLong();
        AtomicLong ran = new AtomicLong();
        AtomicBoolean stop = new AtomicBoolean();
        List<Thread> submitters = IntStream.range(0, 3)
                .mapToObj(each -> new Thread(() -> {
                    while (!stop.get()) {
                        if (submitted.get() - ran.get() < 1_000) {
                            gate.execute(ran::incrementAndGet);
                            submitted.incrementAndGet();
                        } else {
                            Thread.yield();
                        }
                    }
                }))
                .toList();
        submitters.forEach(Thread::start);
        try {
            for (int round = 0; round < 300; round++) {
                shutAndOpen(gate, ran);
            }
        } finally {
            stop.set(true);
        }
        for (Thread submitter : submitters) {
            submitter.join();
        }
        end(scheduler);
        assertThat(ran.get()).isEqualTo(submitted.get());
    }

    private void shutAndOpen(TaskGate gate, AtomicLong ran) throws InterruptedException {
        long before = ran.get();
        await().pollInSameThread()
                .pollDelay(0, TimeUnit.NANOSECONDS)
                .pollInterval(1, TimeUnit.MILLISECONDS)
                .until(() -> ran.get() > before);
        gate.shut();
        while (!gate.isEmpty()) {
            if (Thread.interrupted()) {
                throw new InterruptedException("the test's time is over");
            }
            Thread.onSpinWait();
        }
        long passed = scheduler.snapshot().counters().created();
        for (int look = 0; look < 1_000; look++) {
            Thread.onSpinWait();
        }
        assertThat(scheduler.snapshot().counters().created()).isEqualTo(passed);
        gate.open();
    }

    private void rebuild(SchedulerBuilder builder) {
        scheduler.shutdownNow();
        scheduler = builder.build();
    }

    private static void end(GmpScheduler scheduler) throws InterruptedException {
        scheduler.shutdown();
        assertThat(scheduler.awaitTermination(100, TimeUnit.SECONDS)).isTrue();
    }
}
