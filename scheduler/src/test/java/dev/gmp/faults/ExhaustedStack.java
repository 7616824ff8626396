package dev.gmp.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.gmp.Bulkhead;
import dev.gmp.GmpScheduler;
import dev.gmp.config.GoroutineMode;
import dev.gmp.internal.jdk.VirtualThreads;
import dev.gmp.observe.trace.TraceRecording;
import dev.gmp.testkit.Schedulers;
import dev.gmp.testkit.Tally;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/** Calls of a scheduler from stacks that are nearly used up. */
public final class ExhaustedStack {

    /** What it says of a scheduler that lost nothing and works as before. */
    static final String HARMLESS = "nothing lost, nothing stuck";

    private static final int MOST_TASKS = 100_000;
    private static final int RETURNS = 20;

    private ExhaustedStack() {}

    /**
     * For a JVM of its own, which compiles as its options say, and where what the JDK loses when a stack ends in its code
     * meets no other.
     */
    public static void main(String[] args) throws Exception {
        GoroutineMode mode = GoroutineMode.valueOf(args[0]);
        StackEnd.Owner owner = StackEnd.Owner.valueOf(args[1]);
        int stride = Integer.parseInt(args[2]);
        try {
            submit(mode, owner, stride, Boolean.parseBoolean(args[3]));
            call(mode, owner, stride);
            System.out.println(HARMLESS);
        } catch (Throwable failure) {
            failure.printStackTrace(System.out);
        }
        System.exit(0); // the threads of a scheduler that hangs would go on
    }

    static Stream<StackEnd.Owner> owners() {
        return Stream.of(StackEnd.Owner.values())
                .filter(owner -> owner != StackEnd.Owner.VIRTUAL || VirtualThreads.available());
    }

    /** Every task of which the submission returned runs once, no other runs, and the scheduler is as before. */
    private static void submit(GoroutineMode mode, StackEnd.Owner owner, int stride, boolean traced) throws Exception {
        GmpScheduler scheduler = Schedulers.direct(2).goroutines(mode).build();
        Bulkhead bulkhead = scheduler.bulkhead("narrow").maxGoroutines(2).build();
        TraceRecording trace = traced ? scheduler.startTrace(1_000) : null;
        for (DeepDoor door : DeepDoor.values()) {
            Tally tally = submit(scheduler, bulkhead, door, owner, stride);
            assertThat(tally.acceptances()).as(door.name()).isEqualTo(RETURNS);
            assertThat(tally.faults()).as(door.name()).isEmpty();
        }
        if (trace != null) {
            trace.stop();
        }
        bulkhead.close();
        Aftermath.isHarmless(scheduler);
    }

    private static Tally submit(
            GmpScheduler scheduler, Bulkhead bulkhead, DeepDoor door, StackEnd.Owner owner, int stride)
            throws Exception {
        Tally tally = new Tally(MOST_TASKS);
        AtomicInteger tasks = new AtomicInteger();
        AtomicInteger ended = new AtomicInteger();
        Tally rehearsal = new Tally(1); // what the test itself uses is loaded while there is stack for that
        rehearsal.accepted(0);
        new Counted(rehearsal, 0, new AtomicInteger()).run();
        owner.run(scheduler, () -> {
            StackEnd.callFromManyLevels(
                    () -> {
                        int task = tasks.getAndIncrement();
                        door.enter(scheduler, bulkhead, new Counted(tally, task, ended));
                        tally.accepted(task);
                        return null;
                    },
                    RETURNS,
                    stride);
            return null;
        });
        await().pollInterval(Duration.ofMillis(1))
                .atMost(60, TimeUnit.SECONDS)
                .untilAsserted(() -> assertThat(ended.get())
                        .as("%s from %s; %s", door, owner, scheduler.snapshot())
                        .isGreaterThanOrEqualTo(tally.acceptances()));
        return tally;
    }

    private record Counted(Tally tally, int task, AtomicInteger ended) implements Runnable {

        @Override
        public void run() {
            tally.ran(task);
            ended.incrementAndGet();
        }
    }

    /** Whether they return or not, the scheduler is as before. */
    private static void call(GoroutineMode mode, StackEnd.Owner owner, int stride) throws Exception {
        GmpScheduler scheduler = Schedulers.direct(2).goroutines(mode).build();
        Bulkhead bulkhead = scheduler.bulkhead("narrow").maxGoroutines(2).build();
        for (DeepCall deep : DeepCall.values()) {
            if (!deep.concernsGoroutine() || owner != StackEnd.Owner.THREAD) {
                owner.run(scheduler, () -> {
                    StackEnd.callFromManyLevels(
                            () -> {
                                deep.make(scheduler, bulkhead);
                                return null;
                            },
                            RETURNS,
                            stride);
                    return null;
                });
                assertThat(scheduler.submit(() -> 41).get(60, TimeUnit.SECONDS))
                        .as(deep.name())
                        .isEqualTo(41);
                assertThat(bulkhead.submit(() -> 42).get(60, TimeUnit.SECONDS))
                        .as(deep.name())
                        .isEqualTo(42);
            }
        }
        scheduler.cancelDelayed();
        owner.run(scheduler, () -> {
            StackEnd.callFromManyLevels(
                    () -> {
                        bulkhead.shutdown();
                        return null;
                    },
                    RETURNS,
                    stride);
            return null;
        });
        assertThat(bulkhead.awaitTermination(60, TimeUnit.SECONDS)).isTrue();
        Aftermath.isHarmless(scheduler);
    }
}
