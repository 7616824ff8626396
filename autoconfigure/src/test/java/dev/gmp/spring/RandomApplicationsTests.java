package dev.gmp.spring;

import static dev.gmp.spring.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.gmp.GmpScheduler;
import dev.gmp.config.GoroutineMode;
import dev.gmp.spring.fuzz.RandomSettings;
import dev.gmp.spring.fuzz.SeededCases;
import dev.gmp.spring.fuzz.Setting;
import dev.gmp.spring.fuzz.VirtualGoroutines;
import dev.gmp.spring.incident.GmpIncidentsAutoConfiguration;
import dev.gmp.spring.process.GmpProcessAutoConfiguration;
import dev.gmp.spring.process.ProcessSettings;
import java.util.List;
import java.util.Queue;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.boot.Banner;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.autoconfigure.task.TaskExecutionAutoConfiguration;
import org.springframework.boot.autoconfigure.task.TaskSchedulingAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/**
 * Applications with random settings: each starts and works, or ends with a report that names one that is wrong. Either way
 * nothing of its schedulers is left, although each has had work from the moment that it was made.
 */
@ExtendWith(OutputCaptureExtension.class)
class RandomApplicationsTests {

    /** Of what the application has. */
    private static final List<Setting> SETTINGS = Setting.under(
            "gmp.",
            "gmp.cluster.",
            "gmp.incidents.folder",
            "gmp.incidents.max-size",
            "gmp.metrics.",
            "gmp.mode",
            "gmp.recorder.size",
            "gmp.schedulers.");

    private static final Queue<GmpScheduler> MADE = new ConcurrentLinkedQueue<>();

    @Test
    void startOrSayWhyNot(CapturedOutput output) {
        SeededCases.run(6, random -> start(random, output));
    }

    @Test
    @Tag("long")
    void startOrSayWhyNotForLong(CapturedOutput output) {
        SeededCases.runLong(random -> start(random, output));
    }

    private static void start(SplittableRandom random, CapturedOutput output) throws Exception {
        RandomSettings settings = new RandomSettings(SETTINGS, random);
        if (settings.value("maxProcs") instanceof Integer procs && (int) settings.or("maxMachines", 10_000) < procs) {
            settings.refuse("maxMachines");
        }
        if (settings.value("goroutines") == GoroutineMode.VIRTUAL && !VirtualGoroutines.AVAILABLE) {
            settings.refuse("goroutines");
        }
        MADE.clear();
        int from = output.getAll().length();
        try (ConfigurableApplicationContext context = new SpringApplicationBuilder(Application.class)
                .web(WebApplicationType.NONE)
                .bannerMode(Banner.Mode.OFF)
                .run(Stream.concat(Stream.of("--gmp.schedulers.reports.max-procs=1"), Stream.of(settings.arguments()))
                        .toArray(String[]::new))) {
            assertThat(settings.valid()).as("started: %s", settings).isTrue();
            for (GmpScheduler scheduler : MADE) {
                assertThat(scheduler.submit(() -> "done").get(100, TimeUnit.SECONDS))
                        .isEqualTo("done");
            }
            assertThat(MADE).extracting(GmpScheduler::name).containsExactlyInAnyOrder("default", "reports");
        } catch (RuntimeException e) {
            assertThat(output.getAll().substring(from))
                    .as("%s, %s", settings, e)
                    .contains("APPLICATION FAILED TO START")
                    .matches(settings::reported, "names a setting that is wrong, and its value");
        }
        for (GmpScheduler scheduler : MADE) {
            await(scheduler.name() + " of " + settings).until(scheduler::isTerminated);
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ImportAutoConfiguration({
        GmpAutoConfiguration.class,
        GmpIncidentsAutoConfiguration.class,
        GmpProcessAutoConfiguration.class,
        TaskExecutionAutoConfiguration.class,
        TaskSchedulingAutoConfiguration.class
    })
    @Import(ProcessSettings.AnyProcess.class)
    static class Application {

        /** Gives each scheduler work before anything else can fail. */
        @Bean
        static BeanPostProcessor early() {
            return new BeanPostProcessor() {
                @Override
                public Object postProcessAfterInitialization(Object bean, String beanName) {
                    if (bean instanceof GmpScheduler scheduler && MADE.add(scheduler)) {
                        scheduler.execute(() -> {});
                    }
                    return bean;
                }
            };
        }
    }
}
