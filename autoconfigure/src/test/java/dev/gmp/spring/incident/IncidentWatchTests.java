package dev.gmp.spring.incident;

import static dev.gmp.spring.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.gmp.GmpScheduler;
import dev.gmp.IncidentWatch;
import dev.gmp.observe.incident.IncidentCause;
import dev.gmp.observe.incident.IncidentFile;
import dev.gmp.observe.incident.IncidentFolder;
import dev.gmp.spring.GmpAutoConfiguration;
import dev.gmp.spring.health.GmpHealthAutoConfiguration;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** The watch in an application: off by default, checked at the start, and awake where a scheduler or the health is not well. */
class IncidentWatchTests {

    @TempDir
    private Path folder;

    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    GmpAutoConfiguration.class, GmpHealthAutoConfiguration.class, GmpIncidentsAutoConfiguration.class))
            .withPropertyValues("gmp.goroutines=direct", "gmp.max-procs=1");

    private ApplicationContextRunner watching() {
        return runner.withPropertyValues(
                "gmp.incidents.enabled=true",
                "gmp.incidents.folder=" + folder,
                "gmp.incidents.latency-limit=0"); // a busy machine would lead to a capsule
    }

    @Test
    void byDefaultNothingWatches() {
        runner.run(context -> {
            await().until(() -> !threads().contains("gmp-incidents")); // that of another test may be about to end
            assertThat(context.getBeanFactory().containsSingleton("gmpIncidentWatch"))
                    .isFalse();
            assertThat(context.getBean(IncidentWatch.class).isRunning()).isFalse();
        });
    }

    /** Spellings of a truth value as Spring Boot reads them. */
    @ParameterizedTest
    @ValueSource(strings = {"yes", "on", "1", "TRUE"})
    void itWatchesWhereverTheSettingIsTrue(String enabled) {
        watching()
                .withPropertyValues("gmp.incidents.enabled=" + enabled)
                .run(context -> assertThat(context.getBean(IncidentWatch.class).isRunning())
                        .isTrue());
    }

    @Test
    void aStallLeadsToOneCapsule() {
        CountDownLatch release = new CountDownLatch(1);
        watching()
                .withPropertyValues("gmp.threads.max=1", "gmp.stall-after=5s", "gmp.incidents.min-interval=1s")
                .run(context -> {
                    GmpScheduler scheduler = context.getBean(GmpScheduler.class);
                    CountDownLatch begun = new CountDownLatch(1);
                    scheduler.execute(() -> {
                        begun.countDown();
                        block(release);
                    });
                    begun.await();
                    scheduler.execute(() -> {});
                    await().until(() ->
                            !files(context.getBean(IncidentFolder.class)).isEmpty());
                    Thread.sleep(3_000); // another would be written meanwhile, for the health is down
                    assertThat(files(context.getBean(IncidentFolder.class)))
                            .extracting(IncidentFile::cause)
                            .containsExactly(IncidentCause.STALL);
                    release.countDown();
                });
        await().until(() -> !threads().contains("gmp-incidents"));
    }

    @Test
    void aHealthOfGmpThatGoesDownLeadsToACapsule() {
        AtomicBoolean down = new AtomicBoolean();
        HealthIndicator cluster = () -> down.get()
                ? Health.down().withDetail("reason", "cut off").build()
                : Health.up().build();
        watching()
                .withBean("gmpClusterHealthContributor", HealthIndicator.class, () -> cluster)
                .run(context -> {
                    IncidentFolder kept = context.getBean(IncidentFolder.class);
                    Thread.sleep(2_000);
                    assertThat(files(kept)).isEmpty();

                    down.set(true);
                    await().until(() -> !files(kept).isEmpty());
                    IncidentFile file = files(kept).get(0);
                    assertThat(file.cause()).isEqualTo(IncidentCause.HEALTH_DOWN);
                    try (var in = kept.open(file.name(), "incident.txt").orElseThrow()) {
                        assertThat(new String(in.readAllBytes())).contains("health is down: {reason=cut off}");
                    }
                });
    }

    @Test
    void withoutBootsHealthItWatchesToo() {
        watching()
                .withClassLoader(new FilteredClassLoader(HealthIndicator.class))
                .run(context -> assertThat(context.getBean(IncidentWatch.class).isRunning())
                        .isTrue());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            max-files     | 0     | must be between 1 and 1000
            max-files     | 1001  | must be between 1 and 1000
            max-size      | 900KB | must be between 1000000 and 100000000000
            max-size      | 101GB | must be between 1000000 and 100000000000
            max-age       | 59s   | must be between PT1M and PT8760H
            max-age       | 366d  | must be between PT1M and PT8760H
            min-interval  | 999ms | must be between PT1S and PT8760H
            min-interval  | 366d  | must be between PT1S and PT8760H
            latency-limit | 999us | must be 0 (off) or between PT0.001S and PT1H
            latency-limit | 61m   | must be 0 (off) or between PT0.001S and PT1H
            """)
    void aSettingOutOfItsRangeIsRefusedAlsoWhereNothingWatches(String setting, String value, String reason) {
        runner.withPropertyValues("gmp.incidents." + setting + "=" + value).run(context -> {
            assertThat(context).hasFailed();
            assertThat(context.getStartupFailure()).rootCause().hasMessageContaining(reason);
            InvalidConfigurationPropertyValueException refusal = Stream.iterate(
                            (Throwable) context.getStartupFailure(), each -> each != null, Throwable::getCause)
                    .filter(InvalidConfigurationPropertyValueException.class::isInstance)
                    .map(InvalidConfigurationPropertyValueException.class::cast)
                    .findFirst()
                    .orElseThrow();
            assertThat(refusal.getName()).isEqualTo("gmp.incidents." + setting);
            assertThat(refusal.getReason()).isEqualTo(reason);
        });
    }

    @Test
    void aFolderThatCannotBeMadeIsRefused() throws Exception {
        Path file = Files.writeString(folder.resolve("file"), "");
        runner.withPropertyValues("gmp.incidents.enabled=true", "gmp.incidents.folder=" + file.resolve("below"))
                .run(context -> assertThat(context)
                        .getFailure()
                        .isInstanceOf(InvalidConfigurationPropertyValueException.class)
                        .hasMessageContaining("gmp.incidents.folder"));
    }

    /** Where all users may write, one of them may have made it before. */
    @Test
    void aDefaultFolderThatIsALinkIsRefused() throws Exception {
        Path temporary = Files.createDirectory(folder.resolve("tmp"));
        Files.setPosixFilePermissions(temporary, PosixFilePermissions.fromString("rwxrwxrwx"));
        Path target = Files.createDirectory(folder.resolve("target"));
        Path link =
                Files.createSymbolicLink(temporary.resolve("gmp-incidents-" + System.getProperty("user.name")), target);

        runner.withSystemProperties("java.io.tmpdir=" + temporary)
                .withPropertyValues("gmp.incidents.enabled=true")
                .run(context -> assertThat(context)
                        .getFailure()
                        .isInstanceOfSatisfying(InvalidConfigurationPropertyValueException.class, refusal -> {
                            assertThat(refusal.getName()).isEqualTo("gmp.incidents.folder");
                            assertThat(refusal.getValue()).isEqualTo(link);
                            assertThat(refusal.getReason()).contains("it is a link of ");
                        }));
        assertThat(target).isEmptyDirectory();
    }

    private static List<IncidentFile> files(IncidentFolder kept) throws Exception {
        return kept.list();
    }

    private static List<String> threads() {
        return Thread.getAllStackTraces().keySet().stream().map(Thread::getName).toList();
    }

    private static void block(CountDownLatch release) {
        try {
            release.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
