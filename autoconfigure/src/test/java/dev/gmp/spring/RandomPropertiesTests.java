package dev.gmp.spring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gmp.GmpScheduler;
import dev.gmp.config.GoroutineMode;
import dev.gmp.config.SchedulerConfig;
import dev.gmp.spring.cluster.ClusterSettingsOf;
import dev.gmp.spring.config.GmpProperties;
import dev.gmp.spring.config.InvalidSettings;
import dev.gmp.spring.fuzz.RandomSettings;
import dev.gmp.spring.fuzz.SeededCases;
import dev.gmp.spring.fuzz.Setting;
import dev.gmp.spring.fuzz.VirtualGoroutines;
import dev.gmp.spring.process.ProcessSettings;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.MapPropertySource;
import org.springframework.util.ReflectionUtils;

/**
 * Random texts for the settings of the scheduler, of processes and of a cluster, bound and checked as at an application's start: what is
 * right by the document arrives as it was written, and what is not is refused with name, value and reason.
 */
class RandomPropertiesTests {

    private static final List<Setting> OWN = Setting.under(
            "gmp.",
            "gmp.cluster.",
            "gmp.incidents.",
            "gmp.metrics.",
            "gmp.process.",
            "gmp.recorder.size",
            "gmp.schedulers.");
    private static final List<Setting> OF_PROCESSES = Setting.under("gmp.process.");
    private static final List<Setting> OF_A_CLUSTER =
            Setting.under("gmp.cluster.", "gmp.cluster.types", "gmp.cluster.max-message-size");

    @Test
    void ofTheScheduler() {
        SeededCases.run(150, RandomPropertiesTests::scheduler);
    }

    @Test
    @Tag("long")
    void ofTheSchedulerForLong() {
        SeededCases.runLong(RandomPropertiesTests::scheduler);
    }

    @Test
    void ofProcesses() {
        SeededCases.run(300, RandomPropertiesTests::processes);
    }

    @Test
    @Tag("long")
    void ofProcessesForLong() {
        SeededCases.runLong(RandomPropertiesTests::processes);
    }

    @Test
    void ofACluster() {
        SeededCases.run(300, RandomPropertiesTests::cluster);
    }

    @Test
    @Tag("long")
    void ofAClusterForLong() {
        SeededCases.runLong(RandomPropertiesTests::cluster);
    }

    private static void scheduler(SplittableRandom random) {
        RandomSettings settings = new RandomSettings(OWN, random);
        if (settings.value("maxMachines") instanceof Integer machines
                && settings.value("maxProcs") instanceof Integer procs
                && machines < procs) {
            settings.refuse("maxMachines");
        }
        if (settings.value("goroutines") == GoroutineMode.VIRTUAL && !VirtualGoroutines.AVAILABLE) {
            settings.refuse("goroutines");
        }
        try {
            GmpProperties properties =
                    Binder.get(settings.environment()).bindOrCreate(GmpProperties.PREFIX, GmpProperties.class);
            properties.shutdown().validAwaitTerminationPeriod();
            try (GmpScheduler scheduler = InvalidSettings.reported(
                    GmpProperties.PREFIX, properties.goroutines(), properties.toBuilder()::build)) {
                settings.values().forEach((setting, value) -> assertArrived(setting, value, scheduler.config()));
            }
            assertArrived(OWN, settings, properties, GmpProperties.PREFIX);
        } catch (RuntimeException e) {
            settings.assertRefused(e);
        }
    }

    private static void processes(SplittableRandom random) {
        RandomSettings settings = new RandomSettings(OF_PROCESSES, random);
        try {
            Record properties = ProcessSettings.in(Binder.get(settings.environment()));
            assertArrived(OF_PROCESSES, settings, properties, "gmp.process");
        } catch (RuntimeException e) {
            settings.assertRefused(e);
        }
    }

    /** With DNS, without which no number of addresses is required. */
    private static void cluster(SplittableRandom random) {
        RandomSettings settings = new RandomSettings(OF_A_CLUSTER, random);
        if (Integer.valueOf(0).equals(settings.value("port"))) {
            settings.refuse("port");
        }
        ConfigurableEnvironment environment = settings.environment();
        environment
                .getPropertySources()
                .addLast(new MapPropertySource(
                        "node", Map.of("gmp.cluster.name", "shop", "gmp.cluster.dns.name", "nodes.invalid")));
        try {
            assertArrived(OF_A_CLUSTER, settings, ClusterSettingsOf.checked(Binder.get(environment)), "gmp.cluster");
        } catch (RuntimeException e) {
            settings.assertRefused(e);
        }
    }

    /** Also those of which nothing was said: they have their defaults. */
    private static void assertArrived(List<Setting> all, RandomSettings settings, Record properties, String prefix) {
        assertThat(settings.valid()).as("accepted: %s", settings).isTrue();
        for (Setting setting : all) {
            Object byDefault = setting.byDefault().isEmpty() ? null : setting.read(setting.byDefault());
            assertThat(setting.in(properties, prefix))
                    .as("%s of %s", setting.name(), settings)
                    .isEqualTo(settings.values().getOrDefault(setting, byDefault));
        }
    }

    private static void assertArrived(Setting setting, Object value, SchedulerConfig config) {
        for (var component : SchedulerConfig.class.getRecordComponents()) {
            if (component.getName().equals(setting.component())) {
                Object arrived = ReflectionUtils.invokeMethod(component.getAccessor(), config);
                assertThat(arrived instanceof OptionalInt limit ? limit.getAsInt() : arrived)
                        .as(setting.name())
                        .isEqualTo(value);
            }
        }
    }
}
