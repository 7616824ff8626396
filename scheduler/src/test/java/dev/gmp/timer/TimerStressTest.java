package dev.gmp.timer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gmp.GmpScheduler;
import dev.gmp.Goroutines;
import dev.gmp.SchedulerBuilder;
import dev.gmp.Unwatched;
import dev.gmp.config.GoroutineMode;
import dev.gmp.internal.jdk.VirtualThreads;
import dev.gmp.testkit.Schedulers;
import dev.gmp.testkit.Together;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Whatever delayed task is accepted and not cancelled runs once, through many lives of schedulers with threads and
 * goroutines that set, cancel and sleep at random. {@code gmp.stress.seconds} says for how long.
 */
class TimerStressTest {

    private static final int TIMERS = 4_000;

    @Test
    void noTimerIsLostOrFiresTwice() throws Exception {
        live(2);
    }

    @Test
    @Tag("long")
    @Timeout(14_400)
    void noTimerIsLostOrFiresTwiceAtLength() throws Exception {
        live(Integer.getInteger("gmp.stress.seconds", 60));
    }

    private static void live(int seconds) throws Exception {
        long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
        for (long seed = 1; System.nanoTime() - until < 0; seed++) {
            liveOnce(seed);
        }
    }

    private static void liveOnce(long seed) throws Exception {
        SplittableRandom random = new SplittableRandom(seed);
        SchedulerBuilder builder = Schedulers.direct(random.nextInt(1, 5))
                .machineKeepAlive(random.nextInt(3) == 0 ? Duration.ofMillis(1) : Schedulers.NEVER);
        if (VirtualThreads.available() && random.nextBoolean()) {
            builder.goroutines(GoroutineMode.VIRTUAL);
        }
        boolean watched = random.nextBoolean();
        GmpScheduler scheduler = watched ? builder.build() : Unwatched.build(builder);
        AtomicIntegerArray runs = new AtomicIntegerArray(2 * TIMERS);
        AtomicIntegerArray mayBeCancelled = new AtomicIntegerArray(2 * TIMERS);
        List<Together.Work> works = new ArrayList<>();
        for (int setter = 0; setter < 2; setter++) {
            int first = setter * TIMERS;
            SplittableRandom own = random.split();
            works.add(() -> set(scheduler, own, first, runs, mayBeCancelled));
        }
        Together.run(works);
        scheduler.shutdown();
        Schedulers.awaitTermination(scheduler);
        for (int i = 0; i < runs.length(); i++) {
            int ran = runs.get(i);
            assertThat(ran == 1 || (ran == 0 && mayBeCancelled.get(i) == 1))
                    .as("seed %d, timer %d ran %d times; %s", seed, i, ran, scheduler.snapshot())
                    .isTrue();
        }
        assertThat(scheduler.snapshot().timersPending()).as("seed %d", seed).isZero();
    }

    private static void set(
            GmpScheduler scheduler,
            SplittableRandom random,
            int first,
            AtomicIntegerArray runs,
            AtomicIntegerArray mayBeCancelled)
            throws Exception {
        AtomicInteger insideToSet = new AtomicInteger();
        for (int i = first; i < first + TIMERS; i++) {
            int number = i;
            long delay = random.nextInt(10) == 0 ? 0 : random.nextLong(3_000_000);
            int action = random.nextInt(8);
            if (action == 0) {
                insideToSet.incrementAndGet();
                scheduler.execute(() -> {
                    scheduler.schedule(() -> runs.incrementAndGet(number), delay, TimeUnit.NANOSECONDS);
                    insideToSet.decrementAndGet();
                });
                continue;
            }
            if (action == 1) {
                scheduler.execute(() -> {
                    sleep(delay / 4);
                    runs.incrementAndGet(number);
                });
                continue;
            }
            Future<?> future = scheduler.schedule(() -> runs.incrementAndGet(number), delay, TimeUnit.NANOSECONDS);
            if (action == 2 || action == 3) {
                mayBeCancelled.set(number, 1);
                Together.jitter(random.nextInt());
                future.cancel(random.nextBoolean());
            } else if (action == 4 && random.nextInt(50) == 0) {
                future.get();
            }
        }
        while (insideToSet.get() > 0) { // a shutdown would refuse them
            Thread.yield();
        }
    }

    private static void sleep(long nanos) {
        try {
            Goroutines.sleep(Duration.ofNanos(nanos));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
