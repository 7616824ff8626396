package dev.gmp.spring.lifecycle;

import static dev.gmp.spring.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gmp.Bulkhead;
import dev.gmp.GmpScheduler;
import dev.gmp.observe.SchedulerListener;
import dev.gmp.spring.GmpAutoConfiguration;
import dev.gmp.spring.task.GmpTaskExecutor;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.NoSuchBeanDefinitionException;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.task.TaskExecutionAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.core.task.TaskExecutor;

/** How an application gets hold of the scheduler, replaces it, and has others beside it. */
class SchedulerBeanTests {

    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(GmpAutoConfiguration.class, TaskExecutionAutoConfiguration.class));

    @Test
    void isInjectedByItsType() {
        runner.withBean(ByType.class).run(context -> {
            assertThat(context).hasNotFailed();
            assertThat(context.getBean(ByType.class).scheduler).isSameAs(context.getBean("gmpScheduler"));
        });
    }

    @Test
    void isInjectedByName() {
        runner.withBean(ByName.class).run(context -> {
            assertThat(context.getBean(ByName.class).scheduler).isSameAs(context.getBean("gmpScheduler"));
            assertThat(context.getBean(ByName.class).service).isSameAs(context.getBean("gmpExecutorService"));
        });
    }

    @Test
    void theApplicationsOwnTakesItsPlaceAndEndsWithTheContext() {
        runner.withUserConfiguration(OwnScheduler.class).withBean(ByType.class).run(context -> {
            GmpScheduler own = context.getBean("reports", GmpScheduler.class);
            assertThat(context).doesNotHaveBean("gmpScheduler");
            assertThat(context.getBean(GmpTaskExecutor.class).scheduler()).isSameAs(own);
            assertThat(context.getBean(ByType.class).scheduler).isSameAs(own);
            context.close();
            assertThat(own.isTerminated()).isTrue();
        });
    }

    @Test
    void oneThatIsNoDefaultCandidateStandsBesideIt() {
        runner.withUserConfiguration(SecondScheduler.class)
                .withBean(ByType.class)
                .withBean(Second.class)
                .run(context -> {
                    assertThat(context.getBean(ByType.class).scheduler).isSameAs(context.getBean("gmpScheduler"));
                    assertThat(context.getBean(Second.class).scheduler).isSameAs(context.getBean("reports"));
                    assertThat(context.getBean(GmpTaskExecutor.class).scheduler())
                            .isSameAs(context.getBean("gmpScheduler"));
                });
    }

    /** It is no executor of its own, but a limit before the scheduler. */
    @Test
    void aBulkheadOfTheApplicationLeavesTheTaskExecutorToTheScheduler() {
        runner.withUserConfiguration(WithBulkhead.class).run(context -> {
            assertThat(context)
                    .getBean("applicationTaskExecutor")
                    .isInstanceOf(GmpTaskExecutor.class)
                    .isSameAs(context.getBean(TaskExecutor.class));
            assertThat(context.getBean(Bulkhead.class).name()).isEqualTo("tenants");
        });
    }

    @Test
    void aQualifierThatNobodyHasIsNotAnsweredWithTheApplicationsScheduler() {
        runner.withUserConfiguration(SecondScheduler.class)
                .withBean(Nobody.class)
                .run(context -> assertThat(context)
                        .getFailure()
                        .rootCause()
                        .isInstanceOf(NoSuchBeanDefinitionException.class)
                        .hasMessageContaining("nobody"));
    }

    /** As the executor of an entry is, and whatever is no default candidate. */
    @Test
    void anotherSchedulerIsInjectedByAQualifier() {
        runner.withPropertyValues("gmp.schedulers.orders.separate=true")
                .withBean(Orders.class)
                .run(context -> assertThat(context.getBean(Orders.class).scheduler)
                        .isSameAs(context.getBean("ordersScheduler")));
    }

    record Orders(@Qualifier("ordersScheduler") GmpScheduler scheduler) {}

    @Test
    void isThereForItsTypeAloneAndNothingBacksOffBeforeIt() {
        runner.withConfiguration(AutoConfigurations.of(BacksOff.class)).run(context -> {
            assertThat(context).hasBean("service");
            assertThat(context.getBean(ExecutorService.class)).isSameAs(context.getBean("service"));
            assertThat(context.getBean(Injected.class).service()).isSameAs(context.getBean("service"));
            assertThat(context.getBean(ByType.class).scheduler).isSameAs(context.getBean("gmpScheduler"));
        });
        runner.run(context ->
                assertThat(context.getBean(Executor.class)).isSameAs(context.getBean("applicationTaskExecutor")));
    }

    /** It is destroyed after those that it was injected into. */
    @Test
    void whatItIsInjectedIntoDependsOnIt() {
        runner.withBean("user", ByType.class)
                .run(context -> assertThat(context.getBeanFactory().getDependentBeans("gmpScheduler"))
                        .contains("user"));
    }

    @Test
    void whoeverMayDoWithoutOneGetsNoneForAQualifierThatNobodyHas() {
        runner.withBean(NobodyPerhaps.class).run(context -> {
            assertThat(context.getBean(NobodyPerhaps.class).provider.getIfAvailable())
                    .isNull();
            assertThat(context.getBean(NobodyPerhaps.class).optional).isEmpty();
        });
    }

    @Test
    void isInjectedByItsTypeIntoWhateverSpringFills() {
        runner.withUserConfiguration(SecondScheduler.class)
                .withBean(Everywhere.class)
                .run(context -> {
                    GmpScheduler scheduler = context.getBean("gmpScheduler", GmpScheduler.class);
                    Everywhere everywhere = context.getBean(Everywhere.class);
                    assertThat(everywhere.field).isSameAs(scheduler);
                    assertThat(everywhere.set).isSameAs(scheduler);
                    assertThat(everywhere.provider.getObject()).isSameAs(scheduler);
                });
    }

    @Test
    void everyListenerThatIsABeanHearsOfIt() {
        AtomicInteger heard = new AtomicInteger();
        SchedulerListener listener = new SchedulerListener() {
            @Override
            public void schedulingLatency(Duration latency) {
                heard.incrementAndGet();
            }
        };
        runner.withBean("first", SchedulerListener.class, () -> listener)
                .withBean("second", SchedulerListener.class, () -> listener)
                .run(context -> {
                    GmpTaskExecutor executor = context.getBean(GmpTaskExecutor.class);
                    await().until(() -> {
                        executor.execute(() -> {}); // one in 64 is timed
                        return heard.get() >= 2;
                    });
                });
    }

    @Test
    void aChildContextSharesItsParentsSchedulerAndLeavesItRunning() {
        runner.run(parent -> {
            GmpScheduler scheduler = parent.getBean(GmpScheduler.class);
            runner.withParent(parent).withBean(ByType.class).run(child -> {
                assertThat(child).hasNotFailed();
                assertThat(child.getBean(ByType.class).scheduler).isSameAs(scheduler);
                assertThat(child.getBean(GmpTaskExecutor.class)).isSameAs(parent.getBean(GmpTaskExecutor.class));
                child.close();
            });
            assertThat(scheduler.isShutdown()).isFalse();
        });
    }

    @Test
    void thePlainServiceRunsTasksAndCannotBeShutDown() {
        runner.run(context -> {
            ExecutorService service = context.getBean("gmpExecutorService", ExecutorService.class);
            assertThat(service.submit(() -> Thread.currentThread().getName()).get(100, TimeUnit.SECONDS))
                    .startsWith("gmp-default-");
            assertThatThrownBy(service::shutdown)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("application context ends scheduler 'default'");
            assertThatThrownBy(service::shutdownNow).isInstanceOf(IllegalStateException.class);
            assertThat(service.isShutdown()).isFalse();
            context.close();
            assertThat(service.isTerminated()).isTrue();
        });
    }

    record ByType(GmpScheduler scheduler) {}

    record ByName(
            @Qualifier("gmpScheduler") GmpScheduler scheduler,
            @Qualifier("gmpExecutorService") ExecutorService service) {}

    record Second(@Qualifier("reports") GmpScheduler scheduler) {}

    record Nobody(@Qualifier("nobody") GmpScheduler scheduler) {}

    record NobodyPerhaps(
            @Qualifier("nobody") ObjectProvider<GmpScheduler> provider,
            @Qualifier("nobody") Optional<GmpScheduler> optional) {}

    static class Everywhere {

        @Autowired
        GmpScheduler field;

        @Autowired
        ObjectProvider<GmpScheduler> provider;

        GmpScheduler set;

        @Autowired
        void set(GmpScheduler scheduler) {
            set = scheduler;
        }
    }

    record Injected(ExecutorService service) {}

    /** As an auto-configuration that comes later. */
    @AutoConfiguration(after = GmpAutoConfiguration.class)
    @Import({ByType.class, Injected.class})
    static class BacksOff {

        @Bean
        @ConditionalOnMissingBean
        ScheduledExecutorService service() {
            return Executors.newSingleThreadScheduledExecutor();
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class OwnScheduler {

        @Bean
        GmpScheduler reports() {
            return GmpScheduler.builder().name("reports").build();
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class SecondScheduler {

        @Bean(defaultCandidate = false)
        GmpScheduler reports() {
            return GmpScheduler.builder().name("reports").build();
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class WithBulkhead {

        @Bean
        Bulkhead tenants(GmpScheduler scheduler) {
            return scheduler.bulkhead("tenants").maxGoroutines(5).build();
        }
    }
}
