package dev.gmp.spring.task;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gmp.GmpScheduler;
import dev.gmp.spring.GmpAutoConfiguration;
import dev.gmp.spring.config.GmpProperties;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.task.TaskExecutionAutoConfiguration;
import org.springframework.boot.autoconfigure.task.TaskSchedulingAutoConfiguration;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.scheduling.annotation.Async;
import org.springframework.scheduling.annotation.AsyncConfigurer;
import org.springframework.scheduling.annotation.EnableAsync;
import org.springframework.scheduling.annotation.EnableScheduling;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.scheduling.concurrent.ThreadPoolTaskExecutor;
import org.springframework.scheduling.concurrent.ThreadPoolTaskScheduler;

/** What {@code @Async} and {@code @Scheduled} run on, for each combination of executors that an application may have. */
@ExtendWith(OutputCaptureExtension.class)
class TaskExecutorWiringTests {

    private static final String OURS = "gmp-default-";
    private static final String BOOTS_EXECUTOR = "task-";
    private static final String NEW_THREAD_EACH = "SimpleAsyncTaskExecutor-";

    private final ApplicationContextRunner bare = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    GmpAutoConfiguration.class,
                    TaskExecutionAutoConfiguration.class,
                    TaskSchedulingAutoConfiguration.class));

    private final ApplicationContextRunner runner = bare.withUserConfiguration(AsyncAndScheduled.class);

    private final ApplicationContextRunner withoutScheduling = bare.withUserConfiguration(OnlyAsync.class);

    @Test
    void aloneItIsTheTaskExecutorAndTheTaskScheduler(CapturedOutput output) {
        runner.run(context -> {
            assertThat(context).hasNotFailed();
            assertThat(asyncThread(context)).startsWith(OURS);
            assertThat(scheduledThread(context)).startsWith(OURS);
            assertThat(context).getBean("taskScheduler").isInstanceOf(GmpTaskScheduler.class);
            assertThat(context).getBean("applicationTaskExecutor").isInstanceOf(GmpTaskExecutor.class);
            assertThat(context.getBean("taskExecutor")).isSameAs(context.getBean("applicationTaskExecutor"));
            assertThat(context.getBean("bootstrapExecutor")).isSameAs(context.getBean("applicationTaskExecutor"));
        });
        assertThat(output).doesNotContain("gmp is not the application's task executor");
    }

    @Test
    void backsOffBeforeARawExecutorAndSaysThatAsyncTakesANewThreadForEachCall(CapturedOutput output) {
        runner.withUserConfiguration(RawExecutor.class).run(context -> {
            assertThat(context).doesNotHaveBean("applicationTaskExecutor").hasBean("gmpScheduler");
            assertThat(asyncThread(context)).startsWith(NEW_THREAD_EACH);
            assertThat(scheduledThread(context)).startsWith(OURS);
        });
        assertThat(output)
                .contains("gmp is not the application's task executor, because there are other executor beans: [raw].")
                .contains("@Async methods run on a new thread for each call")
                .contains("gmp.mode=force");
    }

    @Test
    void backsOffBeforeARawExecutorAndSaysThatAsyncEndsUpOnTheTaskSchedulersOneThread(CapturedOutput output) {
        withoutScheduling
                .withUserConfiguration(RawExecutor.class, OwnTaskScheduler.class)
                .run(context -> assertThat(asyncThread(context)).startsWith("mine-"));
        assertThat(output)
                .contains("other executor beans: [raw]")
                .contains("@Async methods run on the task scheduler 'mine'");
    }

    /** The task scheduler is an executor, too, and gmp's backs off before it. */
    @Test
    void saysThatAsyncEndsUpThereWhereTheTaskSchedulerIsTheOnlyExecutor(CapturedOutput output) {
        withoutScheduling
                .withUserConfiguration(OwnTaskScheduler.class)
                .run(context -> assertThat(asyncThread(context)).startsWith("mine-"));
        assertThat(output)
                .contains("other executor beans: [mine]")
                .contains("@Async methods run on the task scheduler 'mine'");
    }

    @Test
    void ignoresARawExecutorThatIsNoDefaultCandidate(CapturedOutput output) {
        runner.withUserConfiguration(RawExecutorNoDefaultCandidate.class).run(context -> {
            assertThat(asyncThread(context)).startsWith(OURS);
            assertThat(scheduledThread(context)).startsWith(OURS);
        });
        assertThat(output).doesNotContain("gmp is not the application's task executor");
    }

    @Test
    void backsOffBeforeATaskExecutorOfTheApplicationInSilence(CapturedOutput output) {
        withoutScheduling.withUserConfiguration(OwnTaskExecutor.class).run(context -> {
            assertThat(context).doesNotHaveBean("applicationTaskExecutor");
            assertThat(asyncThread(context)).startsWith("own-");
        });
        assertThat(output).doesNotContain("gmp is not the application's task executor");
    }

    @Test
    void backsOffBeforeTheApplicationsApplicationTaskExecutor() {
        runner.withUserConfiguration(OwnApplicationTaskExecutor.class).run(context -> {
            assertThat(context).hasNotFailed().doesNotHaveBean(GmpTaskExecutor.class);
            assertThat(context).getBean("applicationTaskExecutor").isInstanceOf(ThreadPoolTaskExecutor.class);
            assertThat(scheduledThread(context)).startsWith(OURS);
        });
    }

    @Test
    void backsOffInSilenceBeforeARawExecutorByTheNameThatSpringLooksFor(CapturedOutput output) {
        withoutScheduling
                .withUserConfiguration(OwnExecutorNamedTaskExecutor.class)
                .run(context -> {
                    assertThat(context).hasNotFailed().doesNotHaveBean(GmpTaskExecutor.class);
                    assertThat(asyncThread(context)).startsWith("raw-");
                });
        assertThat(output).doesNotContain("gmp is not the application's task executor");
    }

    @Test
    void saysSoWhenTheTaskSchedulerComesBeforeEvenThatName(CapturedOutput output) {
        runner.withUserConfiguration(OwnExecutorNamedTaskExecutor.class, OwnTaskScheduler.class)
                .run(context -> assertThat(asyncThread(context)).startsWith("mine-"));
        assertThat(output).contains("[taskExecutor]").contains("the task scheduler 'mine'");
    }

    @Test
    void leavesTheFieldToBootsExecutorWhenThatIsForced() {
        runner.withPropertyValues("spring.task.execution.mode=force").run(context -> {
            assertThat(context)
                    .hasNotFailed()
                    .doesNotHaveBean(GmpTaskExecutor.class)
                    .hasBean("gmpScheduler");
            assertThat(asyncThread(context)).startsWith(BOOTS_EXECUTOR);
            assertThat(scheduledThread(context)).startsWith(OURS);
        });
    }

    @Test
    void forcedItStandsBesideARawExecutor() {
        runner.withPropertyValues("gmp.mode=force")
                .withUserConfiguration(RawExecutor.class)
                .run(context -> {
                    assertThat(asyncThread(context)).startsWith(OURS);
                    assertThat(scheduledThread(context)).startsWith(OURS);
                    assertThat(context).hasBean("raw");
                });
    }

    @Test
    void forcedItRunsAsyncEvenWhereTheApplicationHasATaskExecutorByThatName() {
        runner.withPropertyValues("gmp.mode=force")
                .withUserConfiguration(OwnExecutorNamedTaskExecutor.class)
                .run(context -> {
                    assertThat(asyncThread(context)).startsWith(OURS);
                    assertThat(context.getBean("taskExecutor")).isNotSameAs(context.getBean("applicationTaskExecutor"));
                });
    }

    @Test
    void forcedItFailsWhereTheApplicationHasTakenItsName() {
        runner.withPropertyValues("gmp.mode=force")
                .withUserConfiguration(OwnApplicationTaskExecutor.class)
                .run(context -> assertThat(context)
                        .hasFailed()
                        .getFailure()
                        .rootCause()
                        .isInstanceOf(InvalidConfigurationPropertyValueException.class)
                        .hasMessageContaining("the application itself defines the bean 'applicationTaskExecutor' in ")
                        .hasMessageContaining(OwnApplicationTaskExecutor.class.getName())
                        .hasMessageContaining("give that bean another name"));
    }

    @Test
    void leavesAsyncToTheApplicationsAsyncConfigurer() {
        runner.withUserConfiguration(OwnAsyncConfigurer.class).run(context -> {
            assertThat(asyncThread(context)).startsWith("raw-");
            assertThat(context).hasSingleBean(GmpTaskExecutor.class);
        });
    }

    @Test
    void runsAsyncWhereTheApplicationsAsyncConfigurerNamesNoExecutor() {
        withoutScheduling
                .withBean(AsyncConfigurer.class, () -> new AsyncConfigurer() {})
                .run(context -> assertThat(asyncThread(context)).startsWith(OURS));
        runner.withBean(AsyncConfigurer.class, () -> new AsyncConfigurer() {})
                .run(context -> assertThat(asyncThread(context)).startsWith(OURS));
    }

    @Test
    void forcedItRunsAsyncWhereTheApplicationsAsyncConfigurerNamesNoExecutor() {
        runner.withPropertyValues("gmp.mode=force")
                .withUserConfiguration(PoolNamedTaskExecutor.class)
                .withBean(AsyncConfigurer.class, () -> new AsyncConfigurer() {})
                .run(context -> assertThat(asyncThread(context)).startsWith(OURS));
    }

    @Test
    void anAsyncConfigurerStaysTheConfigurationThatItIs() {
        withoutScheduling
                .withPropertyValues("gmp.mode=force")
                .withUserConfiguration(AsyncConfigurerWithTaskExecutor.class)
                .run(context -> {
                    assertThat(asyncThread(context)).startsWith(OURS);
                    assertThat(context)
                            .hasSingleBean(AsyncConfigurerWithTaskExecutor.class)
                            .hasBean("taskExecutor");
                });
    }

    @Test
    void offThereIsNothing() {
        runner.withPropertyValues("gmp.mode=off").run(context -> {
            assertThat(context).doesNotHaveBean(GmpScheduler.class).doesNotHaveBean(GmpProperties.class);
            assertThat(asyncThread(context)).startsWith(BOOTS_EXECUTOR);
        });
    }

    @Test
    void anExecutorIsTheTaskExecutorAndAnExecutorServiceTheScheduler() {
        bare.withBean(Injected.class).run(context -> {
            Injected injected = context.getBean(Injected.class);
            GmpScheduler scheduler = context.getBean(GmpScheduler.class);
            assertThat(injected.one).isInstanceOf(GmpTaskExecutor.class);
            assertThat(injected.all).containsExactlyInAnyOrder(injected.one, scheduler);
            assertThat(injected.service).contains(scheduler);
        });
    }

    private static String asyncThread(ApplicationContext context) throws Exception {
        return context.getBean(AsyncService.class).thread().get(100, TimeUnit.SECONDS);
    }

    private static String scheduledThread(ApplicationContext context) throws Exception {
        return context.getBean(ScheduledJob.class).thread.get(100, TimeUnit.SECONDS);
    }

    record Injected(Executor one, List<Executor> all, Optional<ExecutorService> service) {}

    @Configuration(proxyBeanMethods = false)
    @EnableAsync
    static class OnlyAsync {

        @Bean
        AsyncService asyncService() {
            return new AsyncService();
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAsync
    @EnableScheduling
    static class AsyncAndScheduled {

        @Bean
        AsyncService asyncService() {
            return new AsyncService();
        }

        @Bean
        ScheduledJob scheduledJob() {
            return new ScheduledJob();
        }
    }

    static class AsyncService {

        @Async
        CompletableFuture<String> thread() {
            return CompletableFuture.completedFuture(Thread.currentThread().getName());
        }
    }

    static class ScheduledJob {

        final CompletableFuture<String> thread = new CompletableFuture<>();

        @Scheduled(fixedDelay = 1, timeUnit = TimeUnit.HOURS)
        void run() {
            thread.complete(Thread.currentThread().getName());
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class RawExecutor {

        @Bean
        ExecutorService raw() {
            return rawExecutor();
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class RawExecutorNoDefaultCandidate {

        @Bean(defaultCandidate = false)
        ExecutorService raw() {
            return rawExecutor();
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class OwnExecutorNamedTaskExecutor {

        @Bean
        ExecutorService taskExecutor() {
            return rawExecutor();
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class OwnTaskExecutor {

        @Bean
        ThreadPoolTaskExecutor own() {
            return new ThreadPoolTaskExecutor();
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class OwnApplicationTaskExecutor {

        @Bean
        ThreadPoolTaskExecutor applicationTaskExecutor() {
            return new ThreadPoolTaskExecutor();
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class OwnAsyncConfigurer implements AsyncConfigurer {

        @Override
        public Executor getAsyncExecutor() {
            return rawExecutor();
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class PoolNamedTaskExecutor {

        @Bean
        ThreadPoolTaskExecutor taskExecutor() {
            return new ThreadPoolTaskExecutor();
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class AsyncConfigurerWithTaskExecutor extends PoolNamedTaskExecutor implements AsyncConfigurer {}

    @Configuration(proxyBeanMethods = false)
    static class OwnTaskScheduler {

        @Bean
        ThreadPoolTaskScheduler mine() {
            return new ThreadPoolTaskScheduler();
        }
    }

    private static ExecutorService rawExecutor() {
        return Executors.newSingleThreadExecutor(task -> new Thread(task, "raw-1"));
    }
}
