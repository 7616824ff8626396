package dev.gmp.spring.standin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gmp.spring.GmpAutoConfiguration;
import dev.gmp.spring.UnnamedWork;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.Banner;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.autoconfigure.task.TaskExecutionAutoConfiguration;
import org.springframework.boot.autoconfigure.task.TaskSchedulingAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Lazy;
import org.springframework.core.task.AsyncTaskExecutor;
import org.springframework.core.task.TaskExecutor;
import org.springframework.core.task.support.TaskExecutorAdapter;
import org.springframework.scheduling.TaskScheduler;
import org.springframework.scheduling.annotation.Async;
import org.springframework.scheduling.annotation.EnableAsync;
import org.springframework.scheduling.annotation.EnableScheduling;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.scheduling.concurrent.ConcurrentTaskScheduler;
import org.springframework.scheduling.concurrent.ThreadPoolTaskExecutor;

/** With {@code gmp.mode=off}, what asks for executors by names of this starter's goes on with the application's own. */
@ExtendWith(OutputCaptureExtension.class)
class ModeOffTests {

    private static final String ENTRY = "gmp.schedulers.orders.max-goroutines=2";

    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    GmpAutoConfiguration.class,
                    GmpOffAutoConfiguration.class,
                    TaskExecutionAutoConfiguration.class,
                    TaskSchedulingAutoConfiguration.class))
            .withPropertyValues("gmp.mode=off", ENTRY);

    @Test
    void methodsThatNameASchedulerRunOnBootsOwn(CapturedOutput output) {
        runner.withUserConfiguration(Named.class).run(context -> {
            Work work = context.getBean(Work.class);
            assertThat(work.orders().get()).startsWith("task-");
            assertThat(work.idle().get()).startsWith("task-");
            assertThat(work.ticks().poll(60, TimeUnit.SECONDS)).startsWith("scheduling-");
            assertThat(context.getBean(Injected.class)
                            .executor()
                            .submitCompletable(UnnamedWork::thread)
                            .get())
                    .startsWith("task-");
        });
        assertThat(output)
                .contains("the executor 'orders' is the application's ThreadPoolTaskExecutor")
                .contains("the executor 'orders' is the application's ThreadPoolTaskScheduler");
    }

    @Test
    void whatNobodyAsksForIsNotMade(CapturedOutput output) {
        runner.run(context ->
                assertThat(context.getBean(TaskExecutor.class)).isSameAs(context.getBean("applicationTaskExecutor")));
        assertThat(output).doesNotContain("gmp.mode is off");
    }

    @Test
    void theOnlyExecutorOfTheApplicationStandsInWhereBootHasNone() {
        runner.withBean("pool", ThreadPoolTaskExecutor.class, UnnamedWork::pool)
                .withUserConfiguration(Named.class)
                .run(context ->
                        assertThat(context.getBean(Work.class).orders().get()).startsWith("pool-"));
    }

    @Test
    void whereTheApplicationHasSeveralExecutorsEachTaskHasAThread() {
        runner.withBean("one", Executor.class, () -> Runnable::run)
                .withBean("two", Executor.class, () -> Runnable::run)
                .withUserConfiguration(Named.class)
                .run(context ->
                        assertThat(context.getBean(Work.class).orders().get()).startsWith("orders-"));
    }

    @Test
    void ofSeveralExecutorsThePrimaryOneStandsIn() {
        runner.withBean("one", Executor.class, () -> Runnable::run)
                .withBean("two", ThreadPoolTaskExecutor.class, UnnamedWork::pool, each -> each.setPrimary(true))
                .withUserConfiguration(Named.class)
                .run(context ->
                        assertThat(context.getBean(Work.class).orders().get()).startsWith("pool-"));
    }

    /** As without the starter: what stands in is for injection by name. */
    @Test
    void whoNamesNothingMeetsTheApplicationsOwn() {
        runner.withBean("pool", ThreadPoolTaskExecutor.class, UnnamedWork::pool)
                .withUserConfiguration(UnnamedWork.WithAsync.class)
                .run(context -> assertThat(
                                context.getBean(UnnamedWork.class).async().get())
                        .startsWith("pool-"));
        runner.withBean("timer", TaskScheduler.class, () -> new ConcurrentTaskScheduler(UnnamedWork.service()))
                .withUserConfiguration(UnnamedWork.WithAsyncAndScheduling.class)
                .run(context -> assertThat(
                                context.getBean(UnnamedWork.class).ticks().poll(60, TimeUnit.SECONDS))
                        .startsWith("service-"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"gmp.mode=off", "gmp.schedulers.other.max-goroutines=3"})
    void scheduledMethodsRunOnTheScheduledExecutorServiceOfTheApplication(String moreOrNot) {
        runner.withPropertyValues(moreOrNot)
                .withBean("timer", ScheduledExecutorService.class, UnnamedWork::service)
                .withUserConfiguration(UnnamedWork.WithAsyncAndScheduling.class, Named.class)
                .run(context -> {
                    assertThat(context.getBean(UnnamedWork.class).ticks().poll(60, TimeUnit.SECONDS))
                            .startsWith("service-");
                    assertThat(context.getBean(Work.class).ticks().poll(60, TimeUnit.SECONDS))
                            .startsWith("service-");
                });
    }

    @Test
    void aTaskSchedulerHasAThreadWhereNothingElseIsThere() {
        runner.run(context -> {
            TaskScheduler scheduler = context.getBean("ordersTaskScheduler", TaskScheduler.class);
            CompletableFuture<String> ran = new CompletableFuture<>();
            scheduler.schedule(() -> ran.complete(UnnamedWork.thread()), Instant.now());
            assertThat(ran.get(60, TimeUnit.SECONDS)).startsWith("orders-");
        });
    }

    @Test
    void ofSeveralExecutorsTheOneOfThatNameStandsIn() {
        runner.withBean("mail", ThreadPoolTaskExecutor.class, ThreadPoolTaskExecutor::new)
                .withBean("taskExecutor", ThreadPoolTaskExecutor.class, UnnamedWork::pool)
                .withUserConfiguration(Named.class)
                .run(context ->
                        assertThat(context.getBean(Work.class).orders().get()).startsWith("pool-"));
    }

    @Test
    void ofSeveralExecutorsTheOneThatIsNoFallbackStandsIn() {
        runner.withBean(
                        "mail",
                        ThreadPoolTaskExecutor.class,
                        ThreadPoolTaskExecutor::new,
                        each -> each.setFallback(true))
                .withBean("two", ThreadPoolTaskExecutor.class, UnnamedWork::pool)
                .withUserConfiguration(Named.class)
                .run(context ->
                        assertThat(context.getBean(Work.class).orders().get()).startsWith("pool-"));
    }

    /** It is the application's only executor, and so would stand in for what it wraps. */
    @ParameterizedTest
    @ValueSource(strings = {"secured", "ordersTaskExecutor"})
    void aWrapperOfWhatIsAskedForByNameStandsInForNothing(String first) {
        runner.withUserConfiguration(Wrapping.class).run(context -> {
            assertThat(context).hasNotFailed();
            context.getBean(first);
            Future<String> ran =
                    context.getBean("secured", AsyncTaskExecutor.class).submit(UnnamedWork::thread);
            assertThat(ran.get()).startsWith("orders-");
        });
    }

    /** Spring asks a parent only where a context has no bean of the type at all. */
    @Test
    void whoNamesNothingInAChildMeetsWhatItsParentHas() {
        new ApplicationContextRunner()
                .withBean("pool", ThreadPoolTaskExecutor.class, UnnamedWork::pool, each -> each.setPrimary(true))
                .withBean("timer", TaskScheduler.class, () -> new ConcurrentTaskScheduler(UnnamedWork.service()))
                .run(parent -> runner.withParent(parent)
                        .withUserConfiguration(UnnamedWork.WithAsyncAndScheduling.class, Named.class)
                        .run(child -> {
                            UnnamedWork work = child.getBean(UnnamedWork.class);
                            assertThat(work.async().get()).startsWith("pool-");
                            assertThat(work.ticks().poll(60, TimeUnit.SECONDS)).startsWith("service-");
                            assertThat(child.getBean(Work.class).orders().get()).startsWith("pool-");
                        }));
    }

    @Test
    void executorServicesAreStoodInForToo() {
        runner.withUserConfiguration(Services.class).run(context -> {
            Services services = context.getBean(Services.class);
            assertThat(services.orders().submit(UnnamedWork::thread).get()).startsWith("task-");
            assertThat(services.all().submit(UnnamedWork::thread).get()).startsWith("task-");
            assertThatThrownBy(services.all()::shutdown).isInstanceOf(IllegalStateException.class);
        });
    }

    @Test
    void aChildContextHasThoseOfItsParent() {
        runner.withUserConfiguration(Named.class)
                .run(parent -> runner.withParent(parent)
                        .withUserConfiguration(Named.class)
                        .run(child -> assertThat(
                                        child.getBean(Work.class).orders().get())
                                .startsWith("task-")));
    }

    @Test
    void beansOfTheApplicationWithTheNamesStay() {
        runner.withBean("ordersTaskExecutor", Executor.class, () -> Runnable::run)
                .run(context -> assertThat(context)
                        .hasNotFailed()
                        .getBean("ordersTaskExecutor")
                        .isNotInstanceOf(AsyncTaskExecutor.class));
    }

    /** Only the beans that would be missing are added. */
    @Test
    void theApplicationIsAsWithoutTheStarter() {
        List<String> without = new ArrayList<>();
        new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(
                        TaskExecutionAutoConfiguration.class, TaskSchedulingAutoConfiguration.class))
                .withUserConfiguration(UnnamedWork.WithAsyncAndScheduling.class)
                .run(context -> without.addAll(names(context)));
        runner.withUserConfiguration(UnnamedWork.WithAsyncAndScheduling.class).run(context -> {
            List<String> more = names(context);
            more.removeAll(without);
            more.removeIf(name -> name.startsWith("dev.gmp.") || name.startsWith("gmp"));
            assertThat(more).containsExactlyInAnyOrder("ordersTaskExecutor", "ordersTaskScheduler");
            assertThat(names(context)).containsAll(without);
        });
    }

    private static List<String> names(ApplicationContext context) {
        List<String> names = new ArrayList<>();
        for (String name : context.getBeanDefinitionNames()) {
            names.add(name);
            names.addAll(List.of(context.getAliases(name)));
        }
        return names;
    }

    /** As the auto-configurations are listed, and ordered, for applications. */
    @Test
    void anApplicationStarts() throws Exception {
        try (var context = new SpringApplicationBuilder(Application.class)
                .web(WebApplicationType.NONE)
                .bannerMode(Banner.Mode.OFF)
                .properties(Map.of("gmp.mode", "off", "gmp.schedulers.orders.max-goroutines", "2"))
                .run()) {
            assertThat(context.getBean(Work.class).orders().get()).startsWith("task-");
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Application extends Named {}

    @Configuration(proxyBeanMethods = false)
    @EnableAsync
    @EnableScheduling
    static class Named {

        @Bean
        Work work() {
            return new Work();
        }

        @Bean
        Injected injected(
                @Qualifier("orders") AsyncTaskExecutor executor, @Qualifier("orders") TaskScheduler scheduler) {
            return new Injected(executor, scheduler);
        }
    }

    record Injected(AsyncTaskExecutor executor, TaskScheduler scheduler) {}

    static class Work {

        private final BlockingQueue<String> ticks = new LinkedBlockingQueue<>();

        BlockingQueue<String> ticks() {
            return ticks;
        }

        @Async("orders")
        public CompletableFuture<String> orders() {
            return CompletableFuture.completedFuture(UnnamedWork.thread());
        }

        @Async("gmpIdleExecutor")
        public CompletableFuture<String> idle() {
            return CompletableFuture.completedFuture(UnnamedWork.thread());
        }

        @Scheduled(fixedDelay = 100, scheduler = "orders")
        public void tick() {
            ticks.add(UnnamedWork.thread());
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Wrapping {

        @Bean
        @Lazy
        AsyncTaskExecutor secured(@Qualifier("orders") AsyncTaskExecutor wrapped) {
            return new TaskExecutorAdapter(wrapped);
        }
    }

    record Services(
            @Qualifier("orders") ExecutorService orders,
            @Qualifier("gmpExecutorService") ExecutorService all) {}
}
