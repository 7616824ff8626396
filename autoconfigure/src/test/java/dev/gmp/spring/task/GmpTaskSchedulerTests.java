package dev.gmp.spring.task;

import static dev.gmp.spring.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gmp.GmpScheduler;
import dev.gmp.Goroutines;
import dev.gmp.config.GoroutineMode;
import dev.gmp.spring.Latches;
import dev.gmp.spring.job.Entrances;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.core.task.TaskExecutor;
import org.springframework.core.task.TaskRejectedException;
import org.springframework.scheduling.TaskScheduler;
import org.springframework.scheduling.Trigger;
import org.springframework.scheduling.TriggerContext;
import org.springframework.scheduling.support.CronTrigger;
import org.springframework.scheduling.support.PeriodicTrigger;

/** The contract of {@code TaskScheduler}, clause by clause, on both kinds of goroutines. */
@ParameterizedClass
@EnumSource(names = {"DIRECT", "AUTO"})
class GmpTaskSchedulerTests {

    private static final Duration SOON = Duration.ofMillis(20);
    private static final Duration LONG = Duration.ofHours(1);

    @Parameter
    private GoroutineMode goroutines;

    private GmpScheduler scheduler;
    private GmpTaskScheduler tasks;

    @BeforeEach
    void open() {
        scheduler = GmpScheduler.builder().maxProcs(2).goroutines(goroutines).build();
        tasks = new GmpTaskScheduler(new Entrances(scheduler, Goroutines::isGoroutine).jobs(), null);
    }

    @AfterEach
    void close() throws InterruptedException {
        scheduler.shutdownNow();
        assertThat(scheduler.awaitTermination(100, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void itIsNoTaskExecutorSoThatNobodyTakesItForOne() {
        assertThat(tasks).isInstanceOf(TaskScheduler.class).isNotInstanceOf(TaskExecutor.class);
    }

    @Test
    void aTaskRunsOnceOnAGoroutineAtItsTimeAndNotBefore() throws Exception {
        Instant due = Instant.now().plus(SOON);
        CompletableFuture<Instant> ran = new CompletableFuture<>();
        CompletableFuture<String> thread = new CompletableFuture<>();
        ScheduledFuture<?> future = tasks.schedule(
                () -> {
                    ran.complete(Instant.now());
                    thread.complete(Thread.currentThread().getName());
                },
                due);
        assertThat(future.get()).isNull();
        assertThat(ran.join()).isAfterOrEqualTo(due);
        assertThat(thread.join()).startsWith("gmp-default-");
        assertThat(future.isDone()).isTrue();
        assertThat(future.isCancelled()).isFalse();
        assertNothingIsLeft();
    }

    @Test
    void aTimeInThePastMeansAtOnce() throws Exception {
        tasks.schedule(() -> {}, Instant.EPOCH).get();
        tasks.schedule(() -> {}, Instant.MIN).get();
        CountDownLatch twice = new CountDownLatch(2);
        tasks.scheduleAtFixedRate(twice::countDown, Instant.EPOCH, SOON);
        twice.await();
    }

    @Test
    void aTimeBeyondAllNumbersIsFarAway() {
        List<ScheduledFuture<?>> futures = List.of(
                tasks.schedule(() -> {}, Instant.MAX),
                tasks.scheduleAtFixedRate(() -> {}, Instant.MAX, Duration.ofSeconds(Long.MAX_VALUE)),
                tasks.scheduleWithFixedDelay(() -> {}, Instant.MAX, Duration.ofSeconds(Long.MAX_VALUE)),
                tasks.schedule(() -> {}, context -> Instant.MAX));
        assertThat(futures)
                .allSatisfy(future -> assertThat(future.getDelay(TimeUnit.DAYS)).isGreaterThan(50_000));
        assertThat(scheduler.snapshot().timersPending()).isEqualTo(4);
    }

    @Test
    void aPeriodBeyondAllNumbersFollowsAFirstRun() {
        AtomicInteger runs = new AtomicInteger();
        ScheduledFuture<?> rate = tasks.scheduleAtFixedRate(runs::incrementAndGet, Duration.ofSeconds(Long.MAX_VALUE));
        ScheduledFuture<?> delay =
                tasks.scheduleWithFixedDelay(runs::incrementAndGet, Duration.ofSeconds(Long.MAX_VALUE));
        await().until(() -> rate.getDelay(TimeUnit.DAYS) > 50_000 && delay.getDelay(TimeUnit.DAYS) > 50_000);
        assertThat(runs).hasValue(2);
    }

    @Test
    void theClockTellsHowFarAwayATimeIs() throws Exception {
        Clock inTheFuture = Clock.offset(Clock.systemUTC(), LONG);
        tasks.setClock(inTheFuture);
        assertThat(tasks.getClock()).isSameAs(inTheFuture);
        tasks.schedule(() -> {}, Instant.now().plus(LONG)).get();
        CountDownLatch both = new CountDownLatch(2);
        tasks.scheduleAtFixedRate(both::countDown, Instant.now().plus(LONG), LONG);
        tasks.scheduleWithFixedDelay(both::countDown, Instant.now().plus(LONG), LONG);
        both.await();
    }

    @Test
    void aCronExpressionWithoutAZoneGoesByTheClocksZone() {
        Instant now = Instant.parse("2026-03-10T10:30:00Z");
        ZoneId tokyo = ZoneId.of("Asia/Tokyo");
        tasks.setClock(Clock.fixed(now, tokyo));
        ScheduledFuture<?> noon = tasks.schedule(() -> {}, new CronTrigger("0 0 12 * * *"));
        assertThat(noon.getDelay(TimeUnit.MINUTES)).isBetween(16 * 60 + 29L, 16 * 60 + 30L);
        ScheduledFuture<?> noonUtc = tasks.schedule(() -> {}, new CronTrigger("0 0 12 * * *", ZoneOffset.UTC));
        assertThat(noonUtc.getDelay(TimeUnit.MINUTES)).isBetween(89L, 90L);
    }

    @Test
    void cronRunsAgainAndAgain() throws Exception {
        CountDownLatch twice = new CountDownLatch(2);
        tasks.schedule(twice::countDown, new CronTrigger("* * * * * *"));
        assertThat(twice.await(100, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void aPeriodicTriggerRunsAgainAndAgain() throws Exception {
        PeriodicTrigger trigger = new PeriodicTrigger(Duration.ofMillis(5));
        trigger.setInitialDelay(Duration.ofMillis(1));
        CountDownLatch times = new CountDownLatch(5);
        tasks.schedule(times::countDown, trigger);
        times.await();
    }

    @Test
    void aTriggerHearsWhenTheLastRunWasDueBeganAndEnded() throws Exception {
        List<TriggerContext> contexts = Collections.synchronizedList(new ArrayList<>());
        List<Instant> named = new ArrayList<>();
        AtomicReference<Instant> during = new AtomicReference<>();
        Trigger twice = context -> {
            contexts.add(copy(context));
            Instant next =
                    named.size() == 2 ? null : context.getClock().instant().plusMillis(5);
            named.add(next);
            return next;
        };
        ScheduledFuture<?> future = tasks.schedule(() -> during.set(Instant.now()), twice);
        assertThat(future.get()).isNull();
        assertThat(future.isDone()).isTrue();
        assertThat(contexts).hasSize(3);
        assertThat(contexts.get(0).lastCompletion()).isNull();
        assertThat(contexts.get(1).lastScheduledExecution()).isEqualTo(named.get(0));
        TriggerContext last = contexts.get(2);
        assertThat(last.lastScheduledExecution()).isEqualTo(named.get(1));
        assertThat(last.lastActualExecution()).isBetween(named.get(1), during.get());
        assertThat(last.lastCompletion()).isAfterOrEqualTo(during.get());
        assertThat(last.getClock()).isSameAs(tasks.getClock());
        assertNothingIsLeft();
    }

    @Test
    void aTriggerThatNeverFiresGivesNoFuture() {
        assertThat((Object) tasks.schedule(() -> {}, context -> null)).isNull();
        assertNothingIsLeft();
    }

    /** If the hundred that are due during the first run were dropped, they would be missing for ever. */
    @Test
    void runsAtAFixedRateCatchUp() {
        AtomicInteger runs = new AtomicInteger();
        Runnable firstTakesLong = () -> sleep(Duration.ofMillis(runs.incrementAndGet() == 1 ? 100 : 0));
        long set = System.nanoTime();
        tasks.scheduleAtFixedRate(firstTakesLong, Instant.now(), Duration.ofMillis(1));
        await().atMost(Duration.ofSeconds(100))
                .until(() ->
                        runs.get() > 1 && runs.get() >= TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - set) - 50);
    }

    @Test
    void aFixedDelayLiesBetweenTheRuns() throws Exception {
        List<Long> begins = Collections.synchronizedList(new ArrayList<>());
        List<Long> ends = Collections.synchronizedList(new ArrayList<>());
        CountDownLatch runs = new CountDownLatch(3);
        ScheduledFuture<?> future = tasks.scheduleWithFixedDelay(
                () -> {
                    begins.add(System.nanoTime());
                    sleep(Duration.ofMillis(3));
                    ends.add(System.nanoTime());
                    runs.countDown();
                },
                Instant.now(),
                SOON);
        runs.await();
        future.cancel(false);
        for (int i = 1; i < 3; i++) {
            assertThat(begins.get(i) - ends.get(i - 1)).isGreaterThanOrEqualTo(SOON.toNanos());
        }
    }

    @Test
    void runsOfOneTaskNeverOverlap() throws Exception {
        AtomicInteger running = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        CountDownLatch runs = new CountDownLatch(60);
        Runnable counting = () -> {
            most.accumulateAndGet(running.incrementAndGet(), Math::max);
            sleep(Duration.ofMillis(1));
            running.decrementAndGet();
            runs.countDown();
        };
        tasks.scheduleAtFixedRate(counting, Duration.ofNanos(1));
        runs.await();
        assertThat(most).hasValue(1);
    }

    @Test
    void aLongRunDelaysAndSerialisesNoOtherTask() throws Exception {
        CountDownLatch release = new CountDownLatch(1);
        CountDownLatch begun = new CountDownLatch(4);
        for (int i = 0; i < 4; i++) { // more than processors
            tasks.scheduleWithFixedDelay(
                    () -> {
                        begun.countDown();
                        Latches.await(release);
                    },
                    Duration.ofMillis(1));
        }
        begun.await();
        CountDownLatch fast = new CountDownLatch(20);
        tasks.scheduleWithFixedDelay(fast::countDown, Duration.ofMillis(1));
        tasks.scheduleAtFixedRate(fast::countDown, Duration.ofMillis(1));
        fast.await();
        CountDownLatch triggered = new CountDownLatch(2);
        tasks.schedule(triggered::countDown, new PeriodicTrigger(Duration.ofMillis(1)));
        triggered.await();
        release.countDown();
    }

    @Test
    void cancellationPreventsTheRunAndFreesTheTimerAtOnce() {
        AtomicBoolean ran = new AtomicBoolean();
        List<ScheduledFuture<?>> futures = List.of(
                tasks.schedule(() -> ran.set(true), Instant.now().plus(LONG)),
                tasks.scheduleAtFixedRate(() -> ran.set(true), Instant.now().plus(LONG), LONG),
                tasks.scheduleWithFixedDelay(() -> ran.set(true), Instant.now().plus(LONG), LONG),
                tasks.schedule(() -> ran.set(true), new CronTrigger("0 0 0 1 1 *")));
        assertThat(scheduler.snapshot().timersPending()).isEqualTo(4);
        for (ScheduledFuture<?> future : futures) {
            assertThat(future.cancel(false)).isTrue();
            assertThat(future.isCancelled()).isTrue();
            assertThatThrownBy(future::get).isInstanceOf(CancellationException.class);
        }
        assertNothingIsLeft();
        assertThat(ran).isFalse();
    }

    @Test
    void cancellationCanInterruptTheRunAndEndsTheSeries() throws Exception {
        AtomicInteger runs = new AtomicInteger();
        CountDownLatch inside = new CountDownLatch(1);
        CountDownLatch interrupted = new CountDownLatch(1);
        ScheduledFuture<?> future = tasks.schedule(
                () -> {
                    runs.incrementAndGet();
                    inside.countDown();
                    try {
                        new CountDownLatch(1).await();
                    } catch (InterruptedException e) {
                        interrupted.countDown();
                    }
                },
                new PeriodicTrigger(Duration.ofNanos(1)));
        inside.await();
        assertThat(future.cancel(true)).isTrue();
        interrupted.await();
        await().until(() -> scheduler.snapshot().goroutines().live() == 0);
        assertThat(runs).hasValue(1);
        assertNothingIsLeft();
    }

    @Test
    void aTaskMayCancelItself() throws Exception {
        AtomicInteger runs = new AtomicInteger();
        CompletableFuture<ScheduledFuture<?>> itself = new CompletableFuture<>();
        itself.complete(tasks.scheduleAtFixedRate(
                () -> {
                    if (runs.incrementAndGet() == 3) {
                        itself.join().cancel(false);
                    }
                },
                Duration.ofMillis(1)));
        assertThatThrownBy(itself.get()::get).isInstanceOf(CancellationException.class);
        await().until(() -> scheduler.snapshot().goroutines().live() == 0);
        assertThat(runs).hasValue(3);
        assertNothingIsLeft();
    }

    @Test
    void futuresAreOrderedByTheirTime() {
        ScheduledFuture<?> sooner = tasks.schedule(() -> {}, Instant.now().plus(LONG));
        ScheduledFuture<?> later = tasks.schedule(() -> {}, Instant.now().plus(LONG.multipliedBy(2)));
        assertThat(sooner.compareTo(later)).isNegative();
        assertThat(later.compareTo(sooner)).isPositive();
        assertThat(sooner.getDelay(TimeUnit.MINUTES)).isBetween(58L, 60L);
    }

    @Test
    void badArgumentsAreRefused() {
        Duration none = Duration.ZERO;
        assertThatIllegalArgumentException()
                .isThrownBy(() -> tasks.scheduleAtFixedRate(() -> {}, none))
                .withMessage("period is PT0S, and must be positive");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> tasks.scheduleWithFixedDelay(() -> {}, Instant.now(), none.minusMillis(1)))
                .withMessage("delay is PT-0.001S, and must be positive");
        assertThatNullPointerException().isThrownBy(() -> tasks.schedule(null, Instant.now()));
        assertThatNullPointerException().isThrownBy(() -> tasks.schedule(() -> {}, (Trigger) null));
        assertThatNullPointerException().isThrownBy(() -> tasks.schedule(() -> {}, (Instant) null));
        assertNothingIsLeft();
    }

    @Test
    void afterTheSchedulersShutdownTasksAreRejected() {
        scheduler.shutdown();
        assertThatThrownBy(() -> tasks.schedule(() -> {}, Instant.now()))
                .isInstanceOf(TaskRejectedException.class)
                .hasMessageContaining("scheduler 'default'");
        assertThatThrownBy(() -> tasks.schedule(() -> {}, new CronTrigger("0 0 0 1 1 *")))
                .isInstanceOf(TaskRejectedException.class);
    }

    private void assertNothingIsLeft() {
        assertThat(scheduler.snapshot().timersPending()).isZero();
    }

    private static TriggerContext copy(TriggerContext context) {
        return new TriggerContext() {
            private final Instant scheduled = context.lastScheduledExecution();
            private final Instant actual = context.lastActualExecution();
            private final Instant completion = context.lastCompletion();

            @Override
            public Clock getClock() {
                return context.getClock();
            }

            @Override
            public Instant lastScheduledExecution() {
                return scheduled;
            }

            @Override
            public Instant lastActualExecution() {
                return actual;
            }

            @Override
            public Instant lastCompletion() {
                return completion;
            }
        };
    }

    private static void sleep(Duration duration) {
        try {
            Thread.sleep(duration.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
