package dev.gmp.spring.lifecycle;

import static dev.gmp.spring.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.hamcrest.Matchers.is;

import dev.gmp.GmpScheduler;
import dev.gmp.spring.BusyTask;
import dev.gmp.spring.FailingCloseListener;
import dev.gmp.spring.GmpAutoConfiguration;
import dev.gmp.spring.Latches;
import dev.gmp.spring.RunningBean;
import dev.gmp.spring.task.GmpTaskExecutor;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.context.LifecycleAutoConfiguration;
import org.springframework.boot.autoconfigure.task.TaskExecutionAutoConfiguration;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.task.TaskDecorator;
import org.springframework.scheduling.concurrent.ExecutorConfigurationSupport;

/** The scheduler pauses, drains and ends with its context, and loses nothing that it accepted. */
@ExtendWith(OutputCaptureExtension.class)
class SchedulerLifecycleTests {

    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    GmpAutoConfiguration.class,
                    TaskExecutionAutoConfiguration.class,
                    LifecycleAutoConfiguration.class));

    @Test
    void stopsWhereSpringsOwnExecutorsStop() {
        runner.run(
                context -> assertThat(context.getBean(SchedulerLifecycle.class).getPhase())
                        .isEqualTo(ExecutorConfigurationSupport.DEFAULT_PHASE));
    }

    @ParameterizedTest
    @ValueSource(strings = {"applicationTaskExecutor", "gmpExecutorService"})
    void aPauseLetsAcceptedTasksFinishAndKeepsNewOnes(String bean) {
        runner.withPropertyValues("gmp.max-procs=1", "gmp.threads.max=1", "gmp.goroutines=direct")
                .run(context -> {
                    ConfigurableApplicationContext source = source(context);
                    Executor executor = context.getBean(bean, Executor.class);
                    AtomicInteger queued = new AtomicInteger();
                    BusyTask busy = BusyTask.on(executor);
                    executor.execute(queued::incrementAndGet);

                    Thread pausing = new Thread(source::pause);
                    pausing.start();
                    await().until(() ->
                            !context.getBean(SchedulerLifecycle.class).isRunning());
                    assertThat(pausing.isAlive()).isTrue();
                    assertThat(queued).hasValue(0);
                    busy.release();
                    pausing.join();
                    assertThat(queued).hasValue(1);

                    AtomicInteger kept = new AtomicInteger();
                    long created = created(context);
                    executor.execute(kept::incrementAndGet);
                    assertThat(created(context)).isEqualTo(created);
                    source.restart();
                    await().untilAtomic(kept, is(1));
                });
    }

    @Test
    void aPausedSchedulerStillRunsWhatItKeptWhenItsContextCloses() {
        runner.run(context -> {
            source(context).pause();
            AtomicInteger kept = new AtomicInteger();
            context.getBean(GmpTaskExecutor.class).execute(kept::incrementAndGet);
            assertThat(kept).hasValue(0);
            context.close();
            assertThat(kept).hasValue(1);
        });
    }

    @Test
    void aPauseAndARestartInTheMiddleOfATaskDoNotDisturbIt() {
        runner.withPropertyValues("spring.lifecycle.timeout-per-shutdown-phase=20ms")
                .run(context -> {
                    BusyTask busy = BusyTask.on(context.getBean(GmpTaskExecutor.class));
                    source(context).pause();
                    source(context).restart();
                    assertThat(context.getBean(GmpTaskExecutor.class)
                                    .submit(() -> "after")
                                    .get(100, TimeUnit.SECONDS))
                            .isEqualTo("after");
                    busy.release();
                });
    }

    @Test
    void closingWaitsForRunningQueuedAndSpawnedTasksWhileOtherBeansLive() {
        runner.withPropertyValues("gmp.max-procs=1").withBean(Resource.class).run(context -> {
            GmpTaskExecutor executor = context.getBean(GmpTaskExecutor.class);
            Resource resource = context.getBean(Resource.class);
            CountDownLatch closing = new CountDownLatch(1);
            AtomicInteger done = new AtomicInteger();
            source(context).addApplicationListener(event -> closing.countDown());
            executor.execute(() -> {
                Latches.await(closing);
                for (int i = 0; i < 100; i++) {
                    executor.execute(() -> resource.use(done));
                }
                resource.use(done);
            });
            executor.execute(() -> resource.use(done));
            context.close();
            assertThat(done).hasValue(102);
            assertThat(resource.closed).isTrue();
        });
    }

    @Test
    void tasksThatBeansSubmitWhileTheyAreDestroyedRunToo() {
        runner.withBean(FarewellOnDestroy.class).run(context -> {
            FarewellOnDestroy bean = context.getBean(FarewellOnDestroy.class);
            context.close();
            assertThat(bean.said).isTrue();
        });
    }

    @Test
    void whenThePeriodIsOverRunningTasksAreReportedAndInterruptedAndWaitingOnesCancelled(CapturedOutput output) {
        runner.withPropertyValues(
                        "gmp.max-procs=1",
                        "gmp.threads.max=1",
                        "gmp.goroutines=direct",
                        "gmp.shutdown.await-termination-period=50ms")
                .run(context -> {
                    GmpTaskExecutor executor = context.getBean(GmpTaskExecutor.class);
                    GmpScheduler scheduler = context.getBean(GmpScheduler.class);
                    BusyTask.on(executor);
                    Future<?> waiting = executor.submit(() -> {});
                    context.close();
                    assertThat(scheduler.awaitTermination(100, TimeUnit.SECONDS))
                            .isTrue();
                    assertThat(waiting.isCancelled()).isTrue();
                });
        assertThat(output)
                .contains("Scheduler 'default' still ran tasks 50 ms after it was asked to stop.")
                .containsPattern(
                        "Interrupting \\d running, \\d blocked, 0 parked tasks "
                                + "\\[gmp-default-m0 (running|blocked|overtime): dev\\.gmp\\.spring\\.BusyTask at (dev\\.gmp\\.spring\\.BusyTask\\.run|java\\.lang\\.Thread\\.\\w+)\\(")
                .contains("Cancelling 1 tasks that have not begun.");
    }

    @Test
    void withoutAPeriodTheyAreInterruptedAtOnce(CapturedOutput output) {
        runner.withPropertyValues("gmp.shutdown.await-termination-period=0").run(context -> {
            GmpScheduler scheduler = context.getBean(GmpScheduler.class);
            AtomicBoolean interrupted = new AtomicBoolean();
            CountDownLatch begun = new CountDownLatch(1);
            scheduler.execute(() -> {
                begun.countDown();
                try {
                    Thread.sleep(TimeUnit.HOURS.toMillis(1));
                } catch (InterruptedException e) {
                    interrupted.set(true);
                }
            });
            begun.await();
            context.close();
            assertThat(scheduler.awaitTermination(100, TimeUnit.SECONDS)).isTrue();
            assertThat(interrupted).isTrue();
        });
        assertThat(output).contains("still ran tasks 0 ms after it was asked to stop");
    }

    /** Its threads are still there, waiting for more. */
    @Test
    void withoutAPeriodASchedulerThatHasDoneItsWorkIsNotReported(CapturedOutput output) {
        runner.withPropertyValues("gmp.shutdown.await-termination-period=0").run(context -> {
            GmpScheduler scheduler = context.getBean(GmpScheduler.class);
            scheduler.submit(() -> {}).get();
            await().until(() -> scheduler.snapshot().machineCounts().idle()
                    == scheduler.snapshot().machineCounts().total());
            context.close();
            assertThat(scheduler.awaitTermination(100, TimeUnit.SECONDS)).isTrue();
        });
        assertThat(output).doesNotContain("still ran tasks");
    }

    /** Spring tells the others nothing then. What runs is interrupted while the beans of later phases still run. */
    @Test
    void aStopIsNoPauseAlthoughAListenerBeforeFails() {
        CountDownLatch interrupted = new CountDownLatch(1);
        StopsLater later = new StopsLater(interrupted);
        runner.withBean(FailingCloseListener.class)
                .withBean(StopsLater.class, () -> later)
                .withPropertyValues(
                        "gmp.shutdown.await-termination-period=0", "spring.lifecycle.timeout-per-shutdown-phase=60s")
                .run(context -> {
                    CountDownLatch begun = new CountDownLatch(1);
                    context.getBean(GmpScheduler.class).execute(() -> {
                        begun.countDown();
                        try {
                            Thread.sleep(TimeUnit.HOURS.toMillis(1));
                        } catch (InterruptedException e) {
                            interrupted.countDown();
                        }
                    });
                    begun.await();
                });
        assertThat(later.heard).isTrue();
    }

    @Test
    void aTaskThatIgnoresInterruptsDoesNotKeepTheContextFromClosing() {
        AtomicBoolean released = new AtomicBoolean();
        runner.withPropertyValues("gmp.shutdown.await-termination-period=0").run(context -> {
            CountDownLatch begun = new CountDownLatch(1);
            GmpScheduler scheduler = context.getBean(GmpScheduler.class);
            scheduler.execute(() -> {
                begun.countDown();
                while (!released.get()) {
                    Thread.onSpinWait();
                }
            });
            begun.await();
            context.close();
            assertThat(scheduler.isTerminated()).isFalse();
            released.set(true);
            assertThat(scheduler.awaitTermination(100, TimeUnit.SECONDS)).isTrue();
        });
    }

    @Test
    void aDecoratedTaskThatNeverBeganIsCancelled() {
        runner.withPropertyValues("gmp.max-procs=1", "gmp.threads.max=1", "gmp.shutdown.await-termination-period=0")
                .withBean(TaskDecorator.class, () -> task -> () -> task.run())
                .run(context -> {
                    GmpTaskExecutor executor = context.getBean(GmpTaskExecutor.class);
                    BusyTask.on(context.getBean(GmpScheduler.class).direct());
                    Future<?> waiting = executor.submit(() -> {});
                    context.close();
                    assertThatThrownBy(() -> waiting.get(100, TimeUnit.SECONDS))
                            .isInstanceOf(CancellationException.class);
                });
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aCompletableOneThatNeverBeganIsCancelledToo(boolean decorates) {
        ApplicationContextRunner decorating =
                decorates ? runner.withBean(TaskDecorator.class, () -> task -> () -> task.run()) : runner;
        decorating
                .withPropertyValues("gmp.max-procs=1", "gmp.threads.max=1", "gmp.shutdown.await-termination-period=0")
                .run(context -> {
                    GmpTaskExecutor executor = context.getBean(GmpTaskExecutor.class);
                    BusyTask.on(context.getBean(GmpScheduler.class).direct());
                    Future<?> runnable = executor.submitCompletable(() -> {});
                    Future<?> callable = executor.submitCompletable(() -> 1);
                    context.close();
                    for (Future<?> waiting : List.of(runnable, callable)) {
                        assertThatThrownBy(() -> waiting.get(100, TimeUnit.SECONDS))
                                .isInstanceOf(CancellationException.class);
                    }
                });
    }

    @Test
    void aContextThatFailsToStartLeavesNoSchedulerBehind() {
        GmpScheduler[] seen = new GmpScheduler[1];
        runner.withBean("failing", Object.class, () -> {
                    throw new IllegalStateException("no");
                })
                .withInitializer(context -> context.addBeanFactoryPostProcessor(factory ->
                        factory.addBeanPostProcessor(new BeanPostProcessor() {
                            @Override
                            public Object postProcessAfterInitialization(Object bean, String name) {
                                if (bean instanceof GmpScheduler scheduler) {
                                    seen[0] = scheduler;
                                }
                                return bean;
                            }
                        })))
                .run(context -> {
                    assertThat(context).hasFailed();
                    assertThat(seen[0].isTerminated()).isTrue();
                });
    }

    private static ConfigurableApplicationContext source(AssertableApplicationContext context) {
        return context.getSourceApplicationContext(ConfigurableApplicationContext.class);
    }

    private static long created(AssertableApplicationContext context) {
        return context.getBean(GmpScheduler.class).snapshot().counters().created();
    }

    static class Resource implements AutoCloseable {

        private volatile boolean closed;

        void use(AtomicInteger done) {
            if (!closed) {
                done.incrementAndGet();
            }
        }

        @Override
        public void close() {
            closed = true;
        }
    }

    /** Until then what runs should have been interrupted. */
    static class StopsLater extends RunningBean {

        private final CountDownLatch interrupted;
        private volatile boolean heard;

        StopsLater(CountDownLatch interrupted) {
            this.interrupted = interrupted;
        }

        @Override
        public void stop() {
            try {
                heard = interrupted.await(100, TimeUnit.SECONDS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            super.stop();
        }

        @Override
        public int getPhase() {
            return ExecutorConfigurationSupport.DEFAULT_PHASE - 1;
        }
    }

    static class FarewellOnDestroy implements AutoCloseable {

        private final GmpTaskExecutor executor;
        private volatile boolean said;

        FarewellOnDestroy(GmpTaskExecutor executor) {
            this.executor = executor;
        }

        @Override
        public void close() {
            executor.execute(() -> said = true);
        }
    }
}
