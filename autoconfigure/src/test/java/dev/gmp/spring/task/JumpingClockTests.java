package dev.gmp.spring.task;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gmp.GmpScheduler;
import dev.gmp.Goroutines;
import dev.gmp.spring.job.Entrances;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.springframework.scheduling.TaskScheduler;
import org.springframework.scheduling.Trigger;
import org.springframework.scheduling.TriggerContext;
import org.springframework.scheduling.concurrent.ThreadPoolTaskScheduler;
import org.springframework.scheduling.support.CronTrigger;

/**
 * A wall clock that is put a day on and a day back between the runs of a cron job. What follows is Spring's rule, so Spring's
 * own scheduler is asked beside this one: runs that were passed over are not made up for, and after the clock was put back
 * nothing runs again before the time of the last run has come once more.
 */
class JumpingClockTests {

    private static final Duration JUMP = Duration.ofDays(1);
    private static final long PATIENCE_SECONDS = 60;

    @Test
    void cronRunsAsOnSpringsOwnScheduler() throws Exception {
        PutClock itsClock = new PutClock();
        ThreadPoolTaskScheduler springs = new ThreadPoolTaskScheduler();
        springs.setClock(itsClock.clock());
        springs.initialize();
        PutClock ownClock = new PutClock();
        List<Duration> expected;
        List<Duration> own;
        try (GmpScheduler scheduler = GmpScheduler.builder().maxProcs(2).build()) {
            GmpTaskScheduler tasks =
                    new GmpTaskScheduler(new Entrances(scheduler, Goroutines::isGoroutine).jobs(), null);
            tasks.setClock(ownClock.clock());
            own = waits(tasks, ownClock);
            expected = waits(springs, itsClock);
        } finally {
            springs.shutdown();
        }
        assertThat(own).isEqualTo(expected).containsExactly(Duration.ZERO, Duration.ZERO, JUMP);
    }

    @Test
    void aFixedRateKeepsItsPaceWhateverTheClockSays() throws Exception {
        PutClock clock = new PutClock();
        try (GmpScheduler scheduler = GmpScheduler.builder().maxProcs(2).build()) {
            GmpTaskScheduler tasks =
                    new GmpTaskScheduler(new Entrances(scheduler, Goroutines::isGoroutine).jobs(), null);
            tasks.setClock(clock.clock());
            CountDownLatch runs = new CountDownLatch(6);
            Runnable jumpAndCount = () -> {
                clock.put(runs.getCount() % 2 == 0 ? JUMP : JUMP.negated());
                runs.countDown();
            };
            var periodic = tasks.scheduleAtFixedRate(jumpAndCount, Duration.ofMillis(20));
            assertThat(runs.await(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
            periodic.cancel(false);
        }
    }

    /** How long after the clock's time each run was set, in whole days or, where it is not one, at once. */
    private static List<Duration> waits(TaskScheduler scheduler, PutClock clock) throws InterruptedException {
        List<Duration> waits = new CopyOnWriteArrayList<>();
        CountDownLatch runs = new CountDownLatch(2);
        CountDownLatch thirdIsSet = new CountDownLatch(1);
        Trigger cron = new CronTrigger("* * * * * *", ZoneOffset.UTC);
        Trigger observed = new Trigger() {
            @Override
            public Instant nextExecution(TriggerContext context) {
                Instant next = cron.nextExecution(context);
                waits.add(Duration.ofDays(
                        Duration.between(clock.instant(), next).plusHours(1).toDays()));
                if (waits.size() == 3) {
                    thirdIsSet.countDown();
                    return null;
                }
                return next;
            }
        };
        scheduler.schedule(
                () -> {
                    clock.put(runs.getCount() == 2 ? JUMP : JUMP.negated());
                    runs.countDown();
                },
                observed);
        assertThat(thirdIsSet.await(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
        assertThat(runs.getCount()).isZero();
        return waits;
    }

    /** The system's clock, put on and back. */
    private static final class PutClock implements InstantSource {

        private volatile Duration ahead = Duration.ZERO;

        void put(Duration by) {
            ahead = ahead.plus(by);
        }

        @Override
        public Instant instant() {
            return Instant.now().plus(ahead);
        }

        Clock clock() {
            return withZone(ZoneOffset.UTC);
        }
    }
}
