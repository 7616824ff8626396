package dev.gmp.observe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.gmp.GmpScheduler;
import dev.gmp.Goroutines;
import dev.gmp.SchedulerBuilder;
import dev.gmp.Unwatched;
import dev.gmp.channel.Channel;
import dev.gmp.channel.Select;
import dev.gmp.config.GoroutineMode;
import dev.gmp.observe.jfr.JfrLevel;
import dev.gmp.testkit.CapturedLog;
import dev.gmp.testkit.Modes;
import dev.gmp.testkit.Schedulers;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.locks.LockSupport;
import jdk.jfr.Configuration;
import jdk.jfr.EventType;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.assertj.core.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Real recordings of the flight recorder hold exactly the events of a known workload. */
class JfrTest {

    private static final String LAMBDA = JfrTest.class.getName() + "$$Lambda";

    @TempDir
    private Path folder;

    /** By annotations of their superclass: a recording that asks for nothing hears nothing. */
    @Test
    void eventsAreOffWithoutStacksAndInOneCategory() {
        assertThat(JfrLevel.FULL.events()).hasSize(9).allSatisfy(event -> {
            EventType type = EventType.getEventType(event);
            assertThat(type.getCategoryNames()).containsExactly("Go scheduler");
            assertThat(type.getSettingDescriptors())
                    .filteredOn(setting -> List.of("enabled", "stackTrace").contains(setting.getName()))
                    .hasSize(2)
                    .allMatch(setting -> setting.getDefaultValue().equals("false"));
        });
    }

    @ParameterizedTest
    @MethodSource("dev.gmp.testkit.Modes#available")
    void eachGoroutineStartsAndEndsOnce(GoroutineMode kind) throws Exception {
        try (GmpScheduler scheduler = Unwatched.build(named(1).goroutines(kind));
                Recording recording = start(JfrLevel.FULL)) {
            scheduler.execute(new Parent(scheduler));
            Schedulers.await(scheduler, now -> now.counters().completed() == 4);
            Schedulers.awaitIdle(scheduler);

            List<RecordedEvent> events = events(recording);
            assertThat(tasks(events, "GoroutineStart"))
                    .containsExactlyInAnyOrderEntriesOf(
                            Map.of(Parent.class.getName(), 1, Parent.class.getName() + "$$Lambda", 3));
            assertThat(tasks(events, "GoroutineEnd")).isEqualTo(tasks(events, "GoroutineStart"));
            assertThat(named(events, "GoroutinePark")).isEmpty();
            assertThat(named(events, "Steal")).isEmpty();
            assertThat(named(events, "Preemption")).isEmpty();
            assertThat(named(events, "GoroutineStart")).allMatch(event -> event.getLong("machine") == 0);
        }
    }

    @Test
    void aGoroutineThatParksStartsOnce() throws Exception {
        Assumptions.assumeThat(Modes.available()).contains(GoroutineMode.VIRTUAL);
        try (GmpScheduler scheduler = Unwatched.build(named(1).goroutines(GoroutineMode.VIRTUAL));
                Recording recording = start(JfrLevel.FULL)) {
            Thread parking = scheduler.threadFactory().newThread(() -> {
                Thread parked = Thread.currentThread();
                scheduler.execute(() -> LockSupport.unpark(parked));
                LockSupport.park();
            });
            parking.setName("parking");
            parking.start();
            parking.join();
            Schedulers.awaitIdle(scheduler);

            List<RecordedEvent> events = events(recording);
            assertThat(tasks(events, "GoroutineStart"))
                    .containsExactlyInAnyOrderEntriesOf(Map.of("parking", 1, LAMBDA, 1));
            assertThat(tasks(events, "GoroutinePark")).containsExactly(Map.entry("parking", 1));
            assertThat(tasks(events, "GoroutineEnd")).isEqualTo(tasks(events, "GoroutineStart"));
        }
    }

    @Test
    void aParkForAChannelSaysSo() throws Exception {
        Assumptions.assumeThat(Modes.available()).contains(GoroutineMode.VIRTUAL);
        Channel<String> channel = Channel.unbuffered();
        try (GmpScheduler scheduler = Unwatched.build(named(1).goroutines(GoroutineMode.VIRTUAL));
                Recording recording = start(JfrLevel.FULL)) {
            Future<String> receiving = scheduler.submit(() -> channel.receive());
            Schedulers.awaitIdle(scheduler);
            channel.send("value");
            assertThat(receiving.get()).isEqualTo("value");
            Future<?> sending = scheduler.submit(() ->
                    Select.builder().send(channel, () -> "another").build().run());
            Schedulers.awaitIdle(scheduler);
            channel.receive();
            sending.get();

            assertThat(named(events(recording), "GoroutinePark"))
                    .extracting(event -> event.getString("waitsFor"))
                    .containsExactly("channel receive", "channel select");
        }
    }

    @Test
    void machinesParkAndSteal() throws Exception {
        try (GmpScheduler scheduler = Unwatched.build(named(2));
                Recording recording = start(JfrLevel.FULL)) {
            CountDownLatch begun = new CountDownLatch(1);
            scheduler
                    .submit(() -> {
                        scheduler.execute(begun::countDown);
                        scheduler.execute(() -> {});
                        while (begun.getCount() > 0) {
                            Thread.onSpinWait();
                        }
                    })
                    .get();
            Schedulers.awaitIdle(scheduler);
            long steals = scheduler.snapshot().counters().steals();
            scheduler.submit(() -> {}).get(); // ends a park

            List<RecordedEvent> events = events(recording);
            assertThat(steals).isPositive();
            assertThat(named(events, "Steal"))
                    .hasSize((int) steals)
                    .allMatch(event -> event.getInt("goroutines") >= 1 && event.getInt("victim") < 2);
            assertThat(named(events, "MachinePark"))
                    .isNotEmpty()
                    .allMatch(event -> !event.getDuration().isNegative());
        }
    }

    /** An idle machine is parked when a recording ends, and is not asked again until the next one runs. */
    @Test
    void aParkOfAnEarlierRecordingIsNotTold() throws Exception {
        try (GmpScheduler scheduler = Unwatched.build(named(1))) {
            try (Recording earlier = start(JfrLevel.FULL)) {
                scheduler.submit(() -> {}).get();
                Schedulers.awaitIdle(scheduler);
                earlier.stop();
            }
            scheduler.submit(() -> {}).get(); // ends the park, and begins one that is not told
            Schedulers.awaitIdle(scheduler);
            try (Recording recording = start(JfrLevel.FULL)) {
                Instant start = recording.getStartTime();
                scheduler.submit(() -> {}).get(); // ends that
                Schedulers.awaitIdle(scheduler);
                scheduler.submit(() -> {}).get(); // ends one of this recording

                assertThat(named(events(recording), "MachinePark"))
                        .isNotEmpty()
                        .allMatch(event -> !event.getStartTime().isBefore(start));
            }
        }
    }

    @Test
    void theLowLevelHasWhatIsRare() throws Exception {
        try (GmpScheduler scheduler = Unwatched.build(named(1));
                Recording recording = start(JfrLevel.LOW)) {
            scheduler
                    .submit(() -> {
                        scheduler.execute(() -> {});
                        return Goroutines.blocking(() -> 1);
                    })
                    .get();
            scheduler.setMaxProcs(3);

            List<RecordedEvent> events = events(recording);
            assertThat(events).extracting(JfrTest::nameOf).containsExactly("HandOff", "Resize");
            // JDK 17 loses a string that an earlier recording of the same JVM has had.
            if (JRE.currentVersionNumber() >= 21 || events.get(0).getString("task") != null) {
                assertThat(events.get(0).getString("task")).isEqualTo(LAMBDA);
            }
            assertThat(events.get(0).getInt("processor")).isZero();
            assertThat(events.get(1).getInt("before")).isEqualTo(1);
            assertThat(events.get(1).getInt("after")).isEqualTo(3);
        }
    }

    @Test
    void aHogIsPreemptedAndAStallIsTold() throws Exception {
        CountDownLatch release = new CountDownLatch(1);
        CountDownLatch asked = new CountDownLatch(1);
        try (GmpScheduler scheduler = named(1).maxMachines(1)
                        .stallAfter(Duration.ofSeconds(1))
                        .build();
                Recording recording = start(JfrLevel.LOW);
                CapturedLog log = CapturedLog.of("dev.gmp.internal.sysmon.StallWatchdog");
                AutoCloseable ending = release::countDown) {
            scheduler.execute(() -> {
                while (scheduler.snapshot().counters().cooperativePreemptions() == 0 && release.getCount() > 0) {
                    Goroutines.checkpoint();
                }
                asked.countDown();
                while (release.getCount() > 0) {
                    Thread.onSpinWait();
                }
            });
            asked.await();
            scheduler.execute(() -> {});
            await().atMost(Duration.ofSeconds(60)) // the event comes before that line
                    .until(() -> log.messages().stream().anyMatch(line -> line.startsWith("scheduler recorded ")));
            release.countDown();
            Schedulers.awaitIdle(scheduler);

            List<RecordedEvent> events = events(recording);
            assertThat(named(events, "Stall")) // more than one where the thread of the first task began late
                    .isNotEmpty()
                    .allSatisfy(event ->
                            assertThat(event.getDuration("waitedNanos")).isGreaterThanOrEqualTo(Duration.ofSeconds(1)));
            assertThat(named(events, "Preemption").stream().filter(event -> event.getBoolean("cooperative")))
                    .hasSize((int) scheduler.snapshot().counters().cooperativePreemptions());
            SchedulerCounters counters = scheduler.snapshot().counters();
            assertThat(counters.handoffPreemptions() + counters.handoffs()).isPositive();
            assertThat(named(events, "Preemption").stream().filter(event -> !event.getBoolean("cooperative")))
                    .hasSize((int) counters.handoffPreemptions());
            assertThat(named(events, "HandOff")).hasSize((int) counters.handoffs());
        }
    }

    @Test
    void withoutTheLevelThereIsNothing() throws Exception {
        try (GmpScheduler scheduler = Unwatched.build(named(1));
                Recording recording = start(JfrLevel.OFF)) {
            scheduler.execute(new Parent(scheduler));
            Schedulers.await(scheduler, now -> now.counters().completed() == 4);
            scheduler.setMaxProcs(2);
            assertThat(events(recording)).isEmpty();
        }
    }

    @Test
    void theSettingsFileSaysWhatTheLevelsSay() throws Exception {
        try (Reader file =
                new InputStreamReader(JfrLevel.class.getResourceAsStream("gmp.jfc"), StandardCharsets.UTF_8)) {
            assertThat(Configuration.create(file).getSettings())
                    .containsExactlyInAnyOrderEntriesOf(JfrLevel.LOW.settings());
        }
        for (JfrLevel level : JfrLevel.values()) {
            assertThat(configured(level)).containsExactlyInAnyOrderEntriesOf(level.settings());
        }
    }

    /** What the JDK's own tool makes of the file. */
    private Map<String, String> configured(JfrLevel level) throws Exception {
        Path in = folder.resolve("gmp.jfc");
        Path out = folder.resolve(level + ".jfc");
        if (!Files.exists(in)) {
            Files.copy(JfrLevel.class.getResourceAsStream("gmp.jfc"), in);
        }
        Process jfr = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "jfr").toString(),
                        "configure",
                        "--input",
                        in.toString(),
                        "--output",
                        out.toString(),
                        "gmp=" + level.name().toLowerCase(java.util.Locale.ROOT))
                .redirectErrorStream(true)
                .start();
        String said = new String(jfr.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(jfr.waitFor()).as("%s", said).isZero();
        return Configuration.create(out).getSettings();
    }

    private static SchedulerBuilder named(int procs) {
        return Schedulers.direct(procs).name("recorded");
    }

    private static Recording start(JfrLevel level) {
        Recording recording = new Recording();
        recording.setSettings(level.settings());
        recording.start();
        return recording;
    }

    private List<RecordedEvent> events(Recording recording) throws Exception {
        recording.stop();
        Path file = folder.resolve("recording.jfr");
        recording.dump(file);
        return RecordingFile.readAllEvents(file).stream()
                .filter(event -> event.getEventType().getName().startsWith("dev.gmp.")
                        && event.getString("scheduler").equals("recorded"))
                .sorted(java.util.Comparator.comparing(RecordedEvent::getStartTime))
                .toList();
    }

    private static String nameOf(RecordedEvent event) {
        return event.getEventType().getName().substring("dev.gmp.".length());
    }

    private static List<RecordedEvent> named(List<RecordedEvent> events, String name) {
        return events.stream().filter(event -> nameOf(event).equals(name)).toList();
    }

    /** Each part of work that is done in parts is a goroutine. */
    @Test
    void eachPartStartsAndEnds() throws Exception {
        try (GmpScheduler scheduler = Unwatched.build(named(1));
                Recording recording = start(JfrLevel.FULL)) {
            scheduler.resume(new Part());
            Schedulers.await(scheduler, now -> now.counters().completed() == 1);
            Schedulers.awaitIdle(scheduler);

            List<RecordedEvent> events = events(recording);
            assertThat(tasks(events, "GoroutineStart")).containsExactly(Map.entry(Part.class.getName(), 1));
            assertThat(tasks(events, "GoroutineEnd")).isEqualTo(tasks(events, "GoroutineStart"));
        }
    }

    private static Map<String, Integer> tasks(List<RecordedEvent> events, String name) {
        Map<String, Integer> tasks = new HashMap<>();
        named(events, name).forEach(event -> tasks.merge(event.getString("task"), 1, Integer::sum));
        return tasks;
    }

    /** Of a name that no other recording has: on JDK 17 the second one with a text may lack it. */
    private record Part() implements Runnable {

        @Override
        public void run() {}
    }

    private record Parent(GmpScheduler scheduler) implements Runnable {

        @Override
        public void run() {
            for (int i = 0; i < 3; i++) {
                scheduler.execute(() -> {});
            }
        }
    }
}
