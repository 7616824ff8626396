package dev.gmp.spring.named;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gmp.Bulkhead;
import dev.gmp.GmpScheduler;
import dev.gmp.config.Discipline;
import dev.gmp.config.GoroutineMode;
import dev.gmp.config.RejectionPolicy;
import dev.gmp.spring.config.GmpBeanNames;
import dev.gmp.spring.config.GmpProperties;
import dev.gmp.spring.fuzz.RandomSettings;
import dev.gmp.spring.fuzz.RandomText;
import dev.gmp.spring.fuzz.Refusal;
import dev.gmp.spring.fuzz.SeededCases;
import dev.gmp.spring.fuzz.Setting;
import dev.gmp.spring.fuzz.VirtualGoroutines;
import dev.gmp.spring.lifecycle.SchedulerLifecycle;
import dev.gmp.spring.task.GmpTaskScheduler;
import dev.gmp.spring.task.GmpTaskSchedulerCustomizer;
import dev.gmp.spring.task.NamedTaskExecutor;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.support.DefaultListableBeanFactory;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.task.TaskDecorator;

/**
 * Random entries of {@code gmp.schedulers}: either all beans of an entry are made, and have what was asked for, or it is
 * refused with name, value and reason.
 */
class RandomNamedSchedulersTests {

    private static final List<Setting> SETTINGS = Setting.under("gmp.schedulers.*.");
    private static final String NAME = "[A-Za-z][A-Za-z0-9_-]*";

    @Test
    void entries() {
        SeededCases.run(100, RandomNamedSchedulersTests::entry);
    }

    @Test
    @Tag("long")
    void entriesForLong() {
        SeededCases.runLong(RandomNamedSchedulersTests::entry);
    }

    @Test
    void names() {
        SeededCases.run(100, RandomNamedSchedulersTests::name);
    }

    private static void entry(SplittableRandom random) {
        String name =
                List.of("orders", "a", "x-1", "My_Orders", "o".repeat(200)).get(random.nextInt(5));
        RandomSettings settings = new RandomSettings(SETTINGS, name, random);
        judge(settings);
        with(
                settings.environment(),
                beans -> {
                    assertThat(settings.valid()).as("accepted: %s", settings).isTrue();
                    if (settings.values().isEmpty()) { // an entry of which nothing is said is none
                        assertThat(beans.getBeanDefinitionCount()).isZero();
                    } else {
                        assertArrived(settings, name, beans);
                    }
                },
                settings::assertRefused);
    }

    /** What the document says beyond the ranges. */
    private static void judge(RandomSettings settings) {
        boolean separate = Boolean.TRUE.equals(settings.value("separate")) || settings.has("maxProcs");
        boolean bulkhead = settings.has("maxGoroutines");
        if (settings.value("goroutines") == GoroutineMode.VIRTUAL && !VirtualGoroutines.AVAILABLE) {
            settings.refuse("goroutines");
        }
        if (!separate) {
            settings.refuse("timeSlice");
            settings.refuse("maxMachines");
            settings.refuse("discipline");
        }
        if (!separate && !bulkhead && !settings.values().isEmpty()) {
            settings.refuseAbsent(SETTINGS, "maxGoroutines");
        }
        if (bulkhead
                && Set.of(RejectionPolicy.BLOCK, RejectionPolicy.CALLER_RUNS)
                        .contains(settings.or("rejectionPolicy", ""))) {
            settings.refuse("rejectionPolicy");
        }
        if (!bulkhead && settings.value("queueCapacity") instanceof Integer capacity && capacity < 1) {
            settings.refuse("queueCapacity");
        }
        if (settings.value("maxProcs") instanceof Integer procs && (int) settings.or("maxMachines", 10_000) < procs) {
            settings.refuse("maxMachines");
        }
    }

    private static void assertArrived(RandomSettings settings, String name, DefaultListableBeanFactory beans) {
        if (settings.has("maxGoroutines")) {
            var config = beans.getBean(name + "Bulkhead", Bulkhead.class).config();
            assertThat(config.maxGoroutines()).isEqualTo(settings.value("maxGoroutines"));
            assertThat(config.queueCapacity())
                    .isEqualTo(
                            settings.value("queueCapacity") instanceof Integer capacity
                                    ? OptionalInt.of(capacity)
                                    : OptionalInt.empty());
            assertThat(config.rejectionPolicy()).isEqualTo(settings.or("rejectionPolicy", RejectionPolicy.ABORT));
        }
        if (beans.containsBean(name + "Scheduler")) {
            var config = beans.getBean(name + "Scheduler", GmpScheduler.class).config();
            assertThat(config.name()).isEqualTo(name);
            assertThat(config.maxProcs()).isEqualTo(settings.or("maxProcs", config.maxProcs()));
            assertThat(config.timeSlice()).isEqualTo(settings.or("timeSlice", Duration.ofMillis(10)));
            assertThat(config.maxMachines()).isEqualTo(settings.or("maxMachines", 10_000));
            assertThat(config.goroutines()).isEqualTo(settings.or("goroutines", GoroutineMode.AUTO));
            assertThat(config.discipline()).isEqualTo(settings.or("discipline", Discipline.GO));
        }
        assertThat(beans.getBean(name + "TaskExecutor", NamedTaskExecutor.class))
                .isNotNull();
        assertThat(beans.getBean(name + "TaskScheduler", GmpTaskScheduler.class))
                .isNotNull();
    }

    /** A bracket would end the name. */
    private static void name(SplittableRandom random) {
        String name =
                RandomText.odd(random).replaceAll("[\\[\\]]", "") + (random.nextBoolean() ? "" : random.nextInt(9));
        StandardEnvironment environment = new StandardEnvironment();
        environment
                .getPropertySources()
                .addFirst(new MapPropertySource("fuzz", Map.of("gmp.schedulers[" + name + "].max-goroutines", "3")));
        with(
                environment,
                beans -> {
                    assertThat(name).matches(NAME);
                    assertThat(beans.getBean(name + "Bulkhead", Bulkhead.class).name())
                            .isEqualTo(name);
                },
                failure -> {
                    assertThat(name).doesNotMatch(NAME);
                    assertThat(Refusal.of(failure).property()).startsWith("gmp.schedulers");
                });
    }

    private interface Started {
        void check(DefaultListableBeanFactory beans);
    }

    private interface Refused {
        void check(Throwable failure);
    }

    /** The beans beside which the entries' are made, without the rest of an application. */
    private static void with(ConfigurableEnvironment environment, Started started, Refused refused) {
        DefaultListableBeanFactory beans = new DefaultListableBeanFactory();
        GmpProperties properties =
                Binder.get(new StandardEnvironment()).bindOrCreate(GmpProperties.PREFIX, GmpProperties.class);
        try (GmpScheduler scheduler = properties.toBuilder().maxProcs(2).build()) {
            beans.registerSingleton("properties", properties);
            beans.registerSingleton(GmpBeanNames.SCHEDULER, scheduler);
            beans.registerSingleton(
                    GmpBeanNames.LIFECYCLE, new SchedulerLifecycle(scheduler, Duration.ZERO, Duration.ZERO));
            NamedSchedulersRegistrar registrar = new NamedSchedulersRegistrar(
                    environment,
                    new NamedSchedulerBeans.Candidates(
                            beans.getBeanProvider(TaskDecorator.class),
                            beans.getBeanProvider(GmpTaskSchedulerCustomizer.class)));
            try {
                registrar.postProcessBeanDefinitionRegistry(beans);
                registrar.postProcessBeanFactory(beans);
                beans.preInstantiateSingletons();
            } catch (RuntimeException e) {
                refused.check(e);
                return;
            }
            started.check(beans);
        } finally {
            beans.destroySingletons();
        }
    }
}
