package dev.gmp.sample.responsiveness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.gmp.GmpScheduler;
import dev.gmp.sample.responsiveness.LoadedService.Hogs;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.api.io.TempDir;

/**
 * With eight searches that never end as its asynchronous work, the service answers requests and runs short tasks. What it
 * took each second is written to a plot, in the folder that {@code sample.responsiveness.report} names.
 */
@Tag("long")
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class ResponsivenessTests {

    private static final int HOGS = 8;
    private static final int SECONDS = Integer.getInteger("gmp.stress.seconds", 60);
    private static final Map<Integer, Measurement> MEASURED = new TreeMap<>();

    @TempDir
    private Path folder;

    @AfterAll
    static void write() throws IOException {
        Path report = Path.of("..").resolve(System.getProperty("sample.responsiveness.report", "sample-app/target"));
        new ResponsivenessReport(MEASURED.values(), HOGS).write(report);
    }

    @Test
    void besideSearchesThatCallCheckpoint() throws Exception {
        onGmp(1, "gmp: 8 searches that never end", service -> service.endlessSearches(HOGS));
    }

    @Test
    void besideWorkThatKnowsOfNoScheduler() throws Exception {
        onGmp(2, "gmp: 8 regular expressions that never call checkpoint", service -> {
            Hogs hogs = service.endlessMatches(HOGS);
            await().atMost(Duration.ofSeconds(100)).until(() -> hogs.running() == HOGS);
            return hogs;
        });
    }

    /** All requests are answered and all tasks have run while every hog still runs, and none of those got more threads. */
    private void onGmp(int panel, String title, Function<LoadedService, Hogs> start) throws Exception {
        try (LoadedService service = LoadedService.start(folder)) {
            GmpScheduler scheduler = service.bean(GmpScheduler.class);
            List<Integer> overtime = new CopyOnWriteArrayList<>();
            Consumer<Hogs> everySecond = hogs -> {
                assertThat(hogs.running()).as("hogs that run").isEqualTo(HOGS);
                overtime.add(scheduler.snapshot().machineCounts().overtime());
            };
            Consumer<Measurement> atTheEnd =
                    measured -> await().atMost(Duration.ofSeconds(100)).untilAsserted(() -> {
                        assertThat(measured.pings().unanswered(0, measured.seconds()))
                                .isZero();
                        assertThat(measured.tasks().unanswered(0, measured.seconds()))
                                .isZero();
                    });
            MEASURED.put(panel, Measurement.of(title, service, start, SECONDS, everySecond, atTheEnd));
            overtime.sort(null);
            assertThat(overtime.get(overtime.size() / 2))
                    .as("in most seconds: a request may take long on a busy machine")
                    .isLessThanOrEqualTo(HOGS);
        }
    }

    /** What the tests above would see if hogs were not time-shared. */
    @Test
    void onBootsOwnExecutorNoTaskRunsBesideThem() throws Exception {
        try (LoadedService service = LoadedService.start(folder, "gmp.mode=off")) {
            Measurement measured = Measurement.of(
                    "Spring Boot's thread pool: 8 searches that never end",
                    service,
                    loaded -> loaded.endlessSearches(HOGS),
                    SECONDS,
                    hogs -> assertThat(hogs.running()).isEqualTo(HOGS),
                    atTheEnd -> {});
            MEASURED.put(3, measured);
            int begin = Measurement.QUIET_SECONDS;
            assertThat(measured.tasks().unanswered(0, begin)).isZero();
            int hogsFrom = measured.hogsFrom();
            assertThat(measured.tasks().unanswered(hogsFrom, measured.seconds()))
                    .isEqualTo((measured.seconds() - hogsFrom) * LatencySeries.PER_SECOND);
        }
    }

    /** No more than a figure: what is shortened leaves it out. */
    @Test
    @EnabledForJreRange(min = JRE.JAVA_21)
    @EnabledIfSystemProperty(named = "gmp.stress.seconds", matches = "\\d{2,}")
    void onVirtualThreadsNoRequestIsAnsweredBesideThem() throws Exception {
        try (LoadedService service =
                LoadedService.start(folder, "gmp.mode=off", "spring.threads.virtual.enabled=true")) {
            Measurement measured = Measurement.of(
                    "Spring Boot with virtual threads: 8 searches that never end",
                    service,
                    loaded -> loaded.endlessSearches(HOGS),
                    SECONDS,
                    hogs -> assertThat(hogs.running()).isEqualTo(HOGS),
                    atTheEnd -> {});
            MEASURED.put(4, measured);
        }
    }
}
