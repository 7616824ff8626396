package dev.gmp.spring.lifecycle;

import static dev.gmp.spring.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gmp.GmpScheduler;
import dev.gmp.Goroutines;
import dev.gmp.spring.GmpAutoConfiguration;
import dev.gmp.spring.Latches;
import dev.gmp.spring.RunningBean;
import dev.gmp.spring.job.Entrances;
import dev.gmp.spring.job.JobTiming;
import dev.gmp.spring.task.GmpTaskScheduler;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.context.LifecycleAutoConfiguration;
import org.springframework.boot.autoconfigure.task.TaskExecutionAutoConfiguration;
import org.springframework.boot.autoconfigure.task.TaskSchedulingAutoConfiguration;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.event.ContextClosedEvent;
import org.springframework.context.event.SimpleApplicationEventMulticaster;
import org.springframework.context.support.AbstractApplicationContext;
import org.springframework.core.task.TaskRejectedException;
import org.springframework.scheduling.support.PeriodicTrigger;

/** Scheduled tasks pause and end with their context, and none keeps it from closing. */
@ExtendWith(OutputCaptureExtension.class)
class TaskSchedulerLifecycleTests {

    private static final Duration SHORT = Duration.ofMillis(1);
    private static final Duration LONG = Duration.ofHours(1);
    private static final String WARNING = "after it was asked to stop";

    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withPropertyValues("gmp.max-procs=2")
            .withConfiguration(AutoConfigurations.of(
                    GmpAutoConfiguration.class,
                    TaskExecutionAutoConfiguration.class,
                    TaskSchedulingAutoConfiguration.class,
                    LifecycleAutoConfiguration.class));

    @ParameterizedTest
    @ValueSource(strings = {"auto", "direct"})
    void aPauseHoldsEveryKindOfTaskAndARestartLetsThemGoOn(String goroutines) {
        runner.withPropertyValues("gmp.goroutines=" + goroutines).run(context -> {
            GmpTaskScheduler tasks = context.getBean(GmpTaskScheduler.class);
            AtomicInteger rate = new AtomicInteger();
            AtomicInteger delay = new AtomicInteger();
            AtomicInteger trigger = new AtomicInteger();
            AtomicInteger once = new AtomicInteger();
            tasks.scheduleAtFixedRate(rate::incrementAndGet, SHORT);
            tasks.scheduleWithFixedDelay(delay::incrementAndGet, SHORT);
            tasks.schedule(trigger::incrementAndGet, new PeriodicTrigger(SHORT));
            await().until(() -> rate.get() > 3 && delay.get() > 3 && trigger.get() > 3);

            source(context).pause();
            int ratePaused = rate.get();
            int delayPaused = delay.get();
            int triggerPaused = trigger.get();
            ScheduledFuture<?> single = tasks.schedule(once::incrementAndGet, Instant.now());
            await().until(() -> context.getBean(GmpScheduler.class).snapshot().timersPending() == 0);
            assertThat(rate).hasValue(ratePaused);
            assertThat(delay).hasValue(delayPaused);
            assertThat(trigger).hasValue(triggerPaused);
            assertThat(once).hasValue(0);

            source(context).restart();
            single.get(100, TimeUnit.SECONDS);
            await().until(() ->
                    rate.get() > ratePaused + 3 && delay.get() > delayPaused + 3 && trigger.get() > triggerPaused + 3);
            assertThat(once).hasValue(1);
        });
    }

    @Test
    void aPauseWaitsForTheRunThatHasBegun() {
        runner.run(context -> {
            CountDownLatch inside = new CountDownLatch(1);
            CountDownLatch release = new CountDownLatch(1);
            AtomicBoolean ended = new AtomicBoolean();
            context.getBean(GmpTaskScheduler.class)
                    .schedule(
                            () -> {
                                inside.countDown();
                                Latches.await(release);
                                ended.set(true);
                            },
                            Instant.now());
            inside.await();
            Thread pausing = new Thread(source(context)::pause);
            pausing.start();
            await().until(() -> !context.getBean(SchedulerLifecycle.class).isRunning());
            assertThat(pausing.isAlive()).isTrue();
            release.countDown();
            pausing.join();
            assertThat(ended).isTrue();
        });
    }

    @Test
    void runsMissedInAPauseAreNotCaughtUp() throws Exception {
        GmpScheduler scheduler = GmpScheduler.builder().maxProcs(1).build();
        Entrances entrances = new Entrances(scheduler, Goroutines::isGoroutine);
        GmpTaskScheduler tasks = new GmpTaskScheduler(entrances.jobs(), null);
        entrances.shut();
        AtomicInteger runs = new AtomicInteger();
        ScheduledFuture<?> future =
                tasks.scheduleAtFixedRate(runs::incrementAndGet, Instant.now().minus(LONG), LONG);
        await().until(() -> scheduler.snapshot().timersPending() == 0);
        entrances.open();
        await().until(() -> future.getDelay(TimeUnit.MINUTES) > 50);
        assertThat(runs).hasValue(1);
        scheduler.shutdownNow();
    }

    @Test
    void norAreThoseOfATriggerThatCountsFromTheLastTime() {
        AtomicReference<Instant> now = new AtomicReference<>(Instant.EPOCH);
        PeriodicTrigger hourly = new PeriodicTrigger(LONG);
        hourly.setFixedRate(true);
        JobTiming timing = new JobTiming.Triggered(hourly, new MovedClock(now));
        timing.firstDelay();
        now.set(Instant.EPOCH.plus(LONG.multipliedBy(10)));
        timing.resumes();
        timing.begins();
        assertThat(timing.nextDelay()).hasValue(LONG.toNanos());
    }

    /** The application's events may wait for a thread; the stop follows at once. */
    @Test
    void closingIsHeardOfAlsoWhereEventsAreLate() {
        SimpleApplicationEventMulticaster late = new SimpleApplicationEventMulticaster();
        late.setTaskExecutor(event -> {});
        runner.withBean(
                        AbstractApplicationContext.APPLICATION_EVENT_MULTICASTER_BEAN_NAME,
                        SimpleApplicationEventMulticaster.class,
                        () -> late)
                .run(context -> {
                    source(context).publishEvent(new ContextClosedEvent(source(context)));
                    assertThatThrownBy(() ->
                                    context.getBean(GmpTaskScheduler.class).scheduleAtFixedRate(() -> {}, LONG))
                            .isInstanceOf(TaskRejectedException.class);
                });
    }

    @Test
    void onePausedContextDoesNotHoldUpAnother() {
        runner.run(first -> runner.run(second -> {
            source(first).pause();
            AtomicInteger paused = new AtomicInteger();
            ScheduledFuture<?> held =
                    first.getBean(GmpTaskScheduler.class).scheduleAtFixedRate(paused::incrementAndGet, SHORT);
            CountDownLatch runs = new CountDownLatch(5);
            second.getBean(GmpTaskScheduler.class).scheduleAtFixedRate(runs::countDown, SHORT);
            runs.await();
            second.close();
            assertThat(paused).hasValue(0);
            source(first).restart();
            await().until(() -> paused.get() > 3);
            assertThat(held.isDone()).isFalse();
        }));
    }

    @Test
    void closingRefusesNewTasksAndCancelsThoseThatRepeatBeforeAnythingStops() {
        runner.withBean(EarlyStop.class).run(context -> {
            GmpTaskScheduler tasks = context.getBean(GmpTaskScheduler.class);
            ScheduledFuture<?> rate = tasks.scheduleAtFixedRate(() -> {}, SHORT);
            ScheduledFuture<?> delay = tasks.scheduleWithFixedDelay(() -> {}, SHORT);
            ScheduledFuture<?> trigger = tasks.schedule(() -> {}, new PeriodicTrigger(LONG));
            AtomicBoolean refused = new AtomicBoolean();
            // a bean of an earlier phase, such as the web server, is still to be stopped
            context.getBean(EarlyStop.class).onStop = () -> {
                assertThat(rate.isCancelled() && delay.isCancelled() && trigger.isCancelled())
                        .isTrue();
                assertThatThrownBy(() -> tasks.schedule(() -> {}, Instant.now()))
                        .isInstanceOf(TaskRejectedException.class)
                        .hasMessageContaining(
                                "accepts no more scheduled tasks, because its application context closes");
                refused.set(true);
            };
            context.close();
            assertThat(refused).isTrue();
        });
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void pendingTasksDoNotHoldUpTheClosing(boolean await, CapturedOutput output) {
        runner.withPropertyValues(
                        "gmp.shutdown.await-termination-period=1h",
                        "spring.task.scheduling.shutdown.await-termination=" + await,
                        "spring.task.scheduling.shutdown.await-termination-period=30m")
                .run(context -> {
                    GmpTaskScheduler tasks = context.getBean(GmpTaskScheduler.class);
                    GmpScheduler scheduler = context.getBean(GmpScheduler.class);
                    ScheduledFuture<?> once =
                            tasks.schedule(() -> {}, Instant.now().plus(LONG));
                    ScheduledFuture<?> rate = tasks.scheduleAtFixedRate(() -> {}, LONG);
                    ScheduledFuture<?> rawOnce = scheduler.schedule(() -> {}, 1, TimeUnit.HOURS);
                    ScheduledFuture<?> rawRate = scheduler.scheduleAtFixedRate(() -> {}, 1, 1, TimeUnit.HOURS);
                    context.close();
                    assertThat(once.isCancelled()).isTrue();
                    assertThat(rate.isCancelled()).isTrue();
                    assertThat(rawOnce.isCancelled()).isTrue();
                    assertThat(rawRate.isCancelled()).isTrue();
                    assertThat(scheduler.isTerminated()).isTrue();
                });
        assertThat(output).doesNotContain(WARNING);
    }

    @Test
    void whatIsDueWithinBootsPeriodIsAwaited() {
        runner.withPropertyValues(
                        "gmp.shutdown.await-termination-period=0",
                        "spring.task.scheduling.shutdown.await-termination=true",
                        "spring.task.scheduling.shutdown.await-termination-period=10m")
                .run(context -> {
                    GmpTaskScheduler tasks = context.getBean(GmpTaskScheduler.class);
                    Instant now = Instant.now();
                    ScheduledFuture<?> soon = tasks.schedule(() -> {}, now.plusMillis(300));
                    ScheduledFuture<?> late = tasks.schedule(() -> {}, now.plus(LONG));
                    context.close();
                    assertThat(soon.isDone()).isTrue();
                    assertThat(late.isCancelled()).isTrue();
                });
    }

    @Test
    void withoutAPeriodOfItsOwnAwaitingTakesThatOfTheScheduler() {
        runner.withPropertyValues("spring.task.scheduling.shutdown.await-termination=true")
                .run(context -> {
                    GmpTaskScheduler tasks = context.getBean(GmpTaskScheduler.class);
                    ScheduledFuture<?> soon =
                            tasks.schedule(() -> {}, Instant.now().plusMillis(200));
                    context.close();
                    assertThat(soon.isCancelled()).isFalse();
                    assertThat(soon.isDone()).isTrue();
                });
    }

    @Test
    void unlessToldSoClosingAwaitsNothingThatIsNotDue() {
        runner.run(context -> {
            ScheduledFuture<?> soon = context.getBean(GmpTaskScheduler.class)
                    .schedule(() -> {}, Instant.now().plusSeconds(15));
            context.close();
            assertThat(soon.isCancelled()).isTrue();
        });
    }

    @Test
    void aRunThatHasBegunGoesOnToItsEndWhileOtherBeansLive() {
        runner.run(context -> {
            GmpTaskScheduler tasks = context.getBean(GmpTaskScheduler.class);
            CountDownLatch inside = new CountDownLatch(1);
            CountDownLatch closing = new CountDownLatch(1);
            AtomicBoolean ended = new AtomicBoolean();
            AtomicInteger runs = new AtomicInteger();
            source(context).addApplicationListener(event -> {
                if (event instanceof ContextClosedEvent) {
                    closing.countDown();
                }
            });
            tasks.scheduleWithFixedDelay(
                    () -> {
                        runs.incrementAndGet();
                        inside.countDown();
                        Latches.await(closing);
                        ended.set(!Thread.currentThread().isInterrupted());
                    },
                    SHORT);
            inside.await();
            context.close();
            assertThat(ended).isTrue();
            assertThat(runs).hasValue(1);
        });
    }

    @Test
    void aPausedContextClosesWithoutRunningWhatRepeats() {
        runner.run(context -> {
            source(context).pause();
            AtomicInteger repeated = new AtomicInteger();
            AtomicInteger once = new AtomicInteger();
            GmpTaskScheduler tasks = context.getBean(GmpTaskScheduler.class);
            tasks.scheduleAtFixedRate(repeated::incrementAndGet, SHORT);
            tasks.schedule(once::incrementAndGet, Instant.now());
            await().until(() -> context.getBean(GmpScheduler.class).snapshot().timersPending() == 0);
            context.close();
            assertThat(repeated).hasValue(0);
            assertThat(once).hasValue(1);
        });
    }

    private static ConfigurableApplicationContext source(AssertableApplicationContext context) {
        return context.getSourceApplicationContext(ConfigurableApplicationContext.class);
    }

    /** As the web server does, it stops before executors do. */
    static class EarlyStop extends RunningBean {

        private Runnable onStop = () -> {};

        @Override
        public void stop() {
            super.stop();
            onStop.run();
        }
    }

    /** Shows what it is set to. */
    private static final class MovedClock extends Clock {

        private final AtomicReference<Instant> now;

        MovedClock(AtomicReference<Instant> now) {
            this.now = now;
        }

        @Override
        public Instant instant() {
            return now.get();
        }

        @Override
        public ZoneId getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            return this;
        }
    }
}
