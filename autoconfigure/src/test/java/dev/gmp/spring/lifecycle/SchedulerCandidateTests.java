package dev.gmp.spring.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gmp.GmpScheduler;
import dev.gmp.spring.GmpAutoConfiguration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.NoSuchBeanDefinitionException;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.support.AbstractBeanDefinition;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.task.TaskExecutionAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Fallback;
import org.springframework.context.annotation.Primary;

/** Which injection points get the scheduler for one of its types, in each form that Spring has. */
class SchedulerCandidateTests {

    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(GmpAutoConfiguration.class, TaskExecutionAutoConfiguration.class));

    @Test
    void withoutAnotherExecutorServiceEachFormGetsTheScheduler() {
        runner.withBean(Required.class).withBean(Forms.class).run(context -> {
            Object scheduler = context.getBean("gmpScheduler");
            Required required = context.getBean(Required.class);
            assertThat(required.service).isSameAs(scheduler);
            assertThat(required.scheduled).isSameAs(scheduler);
            Forms forms = context.getBean(Forms.class);
            assertThat(forms.single()).hasSize(10).allMatch(each -> each == scheduler);
            assertThat(forms.list).singleElement().isSameAs(scheduler);
            assertThat(forms.map).containsOnlyKeys("gmpScheduler").containsValue((ExecutorService) scheduler);
            assertThat(context.getBean(ExecutorService.class)).isSameAs(scheduler);
        });
    }

    /** Without the starter the optional forms are empty, and the required one fails. */
    @Test
    void withModeOffNoFormGetsOne() {
        runner.withPropertyValues("gmp.mode=off").withBean(Forms.class).run(context -> {
            Forms forms = context.getBean(Forms.class);
            assertThat(forms.single()).hasSize(10).containsOnlyNulls();
            assertThat(forms.list).isEmpty();
            assertThat(forms.map).isEmpty();
        });
        runner.withPropertyValues("gmp.mode=off")
                .withBean(Required.class)
                .run(context ->
                        assertThat(context).getFailure().rootCause().isInstanceOf(NoSuchBeanDefinitionException.class));
    }

    @Test
    void besideTheApplicationsOwnOnlyListsAndMapsContainTheScheduler() {
        runner.withUserConfiguration(OwnService.class)
                .withBean(Required.class)
                .withBean(Forms.class)
                .run(context -> {
                    Object own = context.getBean("own");
                    Required required = context.getBean(Required.class);
                    assertThat(required.service).isSameAs(own);
                    assertThat(required.scheduled).isSameAs(own);
                    Forms forms = context.getBean(Forms.class);
                    assertThat(forms.single()).hasSize(10).allMatch(each -> each == own);
                    assertThat(forms.list).containsExactlyInAnyOrder((ExecutorService) own, scheduler(context));
                    assertThat(forms.map).containsOnlyKeys("own", "gmpScheduler");
                    assertThat(context.getBean(ExecutorService.class)).isSameAs(own);
                });
    }

    /** Of an {@code Executor}, which is also what the task executor is. */
    @Test
    void anExecutorIsTheTaskExecutor() {
        runner.withBean(OfExecutor.class).run(context -> {
            Object executor = context.getBean("applicationTaskExecutor");
            OfExecutor injected = context.getBean(OfExecutor.class);
            assertThat(injected.one).isSameAs(executor);
            assertThat(injected.optional).containsSame((Executor) executor);
            assertThat(injected.provider.getIfUnique()).isSameAs(executor);
            assertThat(injected.all).containsExactlyInAnyOrder((Executor) executor, scheduler(context));
        });
    }

    /** No name of a parameter chooses between them. */
    @Test
    void theTypeOfTheSchedulerIsAnsweredBesideOthersOfThatType() {
        runner.withPropertyValues("gmp.schedulers.orders.separate=true")
                .withUserConfiguration(SecondScheduler.class)
                .withBean(ByType.class)
                .run(context -> {
                    assertThat(context.getBeansOfType(GmpScheduler.class))
                            .containsOnlyKeys("gmpScheduler", "ordersScheduler", "reports");
                    GmpScheduler scheduler = scheduler(context);
                    assertThat(context.getBean(ByType.class).reports).isSameAs(scheduler);
                    assertThat(context.getBean(ByType.class).optional).containsSame(scheduler);
                });
    }

    /** A look-up by code asks no definition whether it is a default candidate, but whether it is a fallback. */
    @Test
    void codeThatLooksUpTheTypeGetsTheSchedulerBesideFallbacks() {
        runner.withPropertyValues("gmp.schedulers.orders.separate=true").run(context -> {
            assertThat(context.getBean(GmpScheduler.class)).isSameAs(scheduler(context));
            assertThat(context.getBeanProvider(GmpScheduler.class).getIfUnique())
                    .isSameAs(scheduler(context));
        });
        runner.withUserConfiguration(SecondFallback.class)
                .run(context -> assertThat(context.getBean(GmpScheduler.class)).isSameAs(scheduler(context)));
    }

    @Test
    void theApplicationsOwnBeanOfThatNameStaysAsItIsDeclared() {
        runner.withUserConfiguration(OwnGmpScheduler.class).run(context -> {
            AbstractBeanDefinition definition =
                    (AbstractBeanDefinition) context.getBeanFactory().getBeanDefinition("gmpScheduler");
            assertThat(definition.isPrimary()).isTrue();
            assertThat(definition.isFallback()).isFalse();
            assertThat(context.getBean(ExecutorService.class)).isSameAs(context.getBean("gmpScheduler"));
        });
        runner.withUserConfiguration(HiddenGmpScheduler.class).run(context -> {
            assertThat(((AbstractBeanDefinition) context.getBeanFactory().getBeanDefinition("gmpScheduler"))
                            .isDefaultCandidate())
                    .isFalse();
            assertThat(context.getBean(ExecutorService.class)).isSameAs(context.getBean("other"));
        });
    }

    @Test
    void conditionsOfTheSameContextDoNotSeeIt() {
        runner.withConfiguration(AutoConfigurations.of(BacksOff.class))
                .run(context -> assertThat(context).hasBean("later"));
    }

    /** As they see the parent's task executor, before which Boot's own backs off there. */
    @Test
    void conditionsOfAChildContextSeeItsParents() {
        runner.run(parent -> new ApplicationContextRunner()
                .withParent(parent)
                .withConfiguration(AutoConfigurations.of(BacksOff.class))
                .withBean(Required.class)
                .run(child -> {
                    assertThat(child).doesNotHaveBean("later");
                    assertThat(child.getBean(Required.class).service).isSameAs(parent.getBean("gmpScheduler"));
                }));
    }

    private static GmpScheduler scheduler(ApplicationContext context) {
        return context.getBean("gmpScheduler", GmpScheduler.class);
    }

    record Required(ExecutorService service, ScheduledExecutorService scheduled) {}

    record ByType(GmpScheduler reports, Optional<GmpScheduler> optional) {}

    record OfExecutor(
            Executor one, Optional<Executor> optional, ObjectProvider<Executor> provider, List<Executor> all) {}

    /** Each form that Spring leaves empty, or null, where there is no such bean. */
    static class Forms {

        private final Optional<ExecutorService> optional;
        private final Optional<ScheduledExecutorService> optionalScheduled;
        private final ObjectProvider<ExecutorService> provider;
        private final ObjectProvider<ScheduledExecutorService> scheduledProvider;
        private final @Nullable ExecutorService nullable;
        private final @Nullable ScheduledExecutorService nullableScheduled;
        final List<ExecutorService> list;
        final Map<String, ExecutorService> map;

        @Autowired(required = false)
        private @Nullable ExecutorService field;

        private @Nullable ScheduledExecutorService set;

        Forms(
                Optional<ExecutorService> optional,
                Optional<ScheduledExecutorService> optionalScheduled,
                ObjectProvider<ExecutorService> provider,
                ObjectProvider<ScheduledExecutorService> scheduledProvider,
                @Nullable ExecutorService nullable,
                @Nullable ScheduledExecutorService nullableScheduled,
                ObjectProvider<List<ExecutorService>> list,
                ObjectProvider<Map<String, ExecutorService>> map) {
            this.optional = optional;
            this.optionalScheduled = optionalScheduled;
            this.provider = provider;
            this.scheduledProvider = scheduledProvider;
            this.nullable = nullable;
            this.nullableScheduled = nullableScheduled;
            this.list = list.getIfAvailable(List::of);
            this.map = map.getIfAvailable(Map::of);
        }

        @Autowired(required = false)
        void set(ScheduledExecutorService service) {
            set = service;
        }

        List<@Nullable Object> single() {
            List<@Nullable Object> all = new ArrayList<>();
            all.add(optional.orElse(null));
            all.add(optionalScheduled.orElse(null));
            all.add(provider.getIfAvailable());
            all.add(provider.getIfUnique());
            all.add(scheduledProvider.getIfAvailable());
            all.add(scheduledProvider.getIfUnique());
            all.add(nullable);
            all.add(nullableScheduled);
            all.add(field);
            all.add(set);
            return all;
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class OwnService {

        @Bean
        ScheduledExecutorService own() {
            return Executors.newSingleThreadScheduledExecutor();
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class SecondScheduler {

        @Bean(defaultCandidate = false, destroyMethod = "shutdownNow")
        GmpScheduler reports() {
            return GmpScheduler.builder().name("reports").build();
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class SecondFallback {

        @Bean(defaultCandidate = false, destroyMethod = "shutdownNow")
        @Fallback
        GmpScheduler reports() {
            return GmpScheduler.builder().name("reports").build();
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class OwnGmpScheduler extends OwnService {

        @Bean(destroyMethod = "shutdownNow")
        @Primary
        GmpScheduler gmpScheduler() {
            return GmpScheduler.builder().name("own").build();
        }
    }

    /** The name is that of another bean. */
    @Configuration(proxyBeanMethods = false)
    static class HiddenGmpScheduler {

        @Bean(destroyMethod = "shutdownNow")
        GmpScheduler other() {
            return GmpScheduler.builder().name("other").build();
        }

        @Bean(defaultCandidate = false, destroyMethod = "shutdownNow")
        ExecutorService gmpScheduler() {
            return Executors.newSingleThreadExecutor();
        }
    }

    @AutoConfiguration(after = GmpAutoConfiguration.class)
    static class BacksOff {

        @Bean
        @ConditionalOnMissingBean
        ExecutorService later() {
            return Executors.newSingleThreadExecutor();
        }
    }
}
