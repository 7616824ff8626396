package dev.gmp.observe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.gmp.GmpScheduler;
import dev.gmp.IncidentCapsule;
import dev.gmp.testkit.Latches;
import dev.gmp.testkit.Schedulers;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a capsule has of a known workload, and what it has not. */
class IncidentCapsuleTest {

    private final CountDownLatch begun = new CountDownLatch(1);
    private final CountDownLatch release = new CountDownLatch(1);

    @TempDir
    private Path folder;

    @Test
    void itHasTheLastEventsAndTheStateForItsOwnerAlone() throws Exception {
        String secret = "hunter2-hunter2";
        System.setProperty("test.password", secret);
        try (GmpScheduler scheduler = Schedulers.direct(2).build()) {
            run(scheduler, 6_400);
            scheduler.execute(this::parkHere);
            begun.await();
            Path file = IncidentCapsule.write(scheduler, folder, 50_000_000);
            Map<String, String> entries = entries(file);

            assertThat(file.getFileName().toString())
                    .matches("gmp-incident-\\d{8}T\\d{6}\\.\\d{3}Z-requested-\\d+\\.zip");
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                    .isEqualTo("rw-------");
            assertThat(entries)
                    .containsOnlyKeys(
                            "incident.txt",
                            "schedtrace.txt",
                            "snapshot.txt",
                            "settings.txt",
                            "jvm.txt",
                            "cgroup.txt",
                            "versions.txt",
                            "deadlocks.txt",
                            "goroutines.txt",
                            "trace.json");
            assertThat(entries.get("incident.txt")).contains("scheduler test\ncause requested\ndetail \n");
            assertThat(entries.get("goroutines.txt"))
                    .startsWith("goroutine profile: total 1\n")
                    .contains("parkHere");
            assertThat(entries.get("trace.json"))
                    .contains("IncidentCapsuleTest$Task", "\"scheduler\":\"test\"")
                    .endsWith("\n]}\n");
            assertThat(entries.get("schedtrace.txt")).contains("gomaxprocs=2", "P0: ", "P1: ");
            assertThat(entries.get("snapshot.txt")).contains("completed=6400");
            assertThat(entries.get("settings.txt")).contains("maxProcs=2", "recorder=true");
            assertThat(entries.get("jvm.txt")).contains("gc ", "jit ", "heap-used-bytes ");
            assertThat(entries.get("versions.txt")).contains("gmp " + GmpScheduler.version(), "java.vm.version ");
            assertThat(entries.values()).noneMatch(text -> text.contains(secret));
            release.countDown();
        } finally {
            System.clearProperty("test.password");
        }
    }

    @Test
    void itNamesThreadsThatWaitForEachOther() throws Exception {
        try (GmpScheduler scheduler = Schedulers.direct(1).build()) {
            CompletableFuture<Future<?>> itself = new CompletableFuture<>();
            Future<?> waiting = scheduler.submit(() -> itself.get().get());
            itself.complete(waiting);
            await().until(() -> !scheduler.deadlocks().deadlocks().isEmpty());

            assertThat(entries(IncidentCapsule.write(scheduler, folder, 1_000_000))
                            .get("deadlocks.txt"))
                    .startsWith("deadlock: a thread waits for itself\n# \"gmp-test-");
            waiting.cancel(true);
        }
    }

    @Test
    void itsSizeIsBounded() throws Exception {
        try (GmpScheduler scheduler = Schedulers.direct(1).build()) {
            run(scheduler, 400_000);
            Map<String, String> entries =
                    entries(IncidentCapsule.write(scheduler, folder, IncidentCapsule.LEAST_BYTES));

            assertThat(entries.values().stream()
                            .mapToInt(text -> text.getBytes(StandardCharsets.UTF_8).length)
                            .sum())
                    .isBetween(500_000, (int) IncidentCapsule.LEAST_BYTES);
            assertThat(entries.get("trace.json")).contains("\"name\":\"file full\"", "earlier events are left out");
        }
    }

    @Test
    void withoutARecorderTheTraceSaysSo() throws Exception {
        try (GmpScheduler scheduler = Schedulers.direct(1).recorder(false).build()) {
            assertThat(entries(IncidentCapsule.write(scheduler, folder, 1_000_000))
                            .get("trace.json"))
                    .isEqualTo(
                            "{\"traceEvents\":[],\"otherData\":" + "{\"missing\":\"the flight recorder is off\"}}\n");
        }
    }

    @Test
    void whereItCannotBeWrittenThereIsNone() throws Exception {
        try (GmpScheduler scheduler = Schedulers.direct(1).build()) {
            assertThatThrownBy(() -> IncidentCapsule.write(scheduler, folder.resolve("missing"), 1_000_000))
                    .isInstanceOf(IOException.class);
            assertThatThrownBy(() -> IncidentCapsule.write(scheduler, folder, 999_999))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("mostBytes must be at least 1000000, but was 999999");
            assertThat(folder).isEmptyDirectory();
        }
    }

    private static Map<String, String> entries(Path file) throws IOException {
        Map<String, String> entries = new LinkedHashMap<>();
        try (ZipInputStream zip = new ZipInputStream(Files.newInputStream(file))) {
            for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
                entries.put(entry.getName(), new String(zip.readAllBytes(), StandardCharsets.UTF_8));
            }
        }
        return entries;
    }

    private static void run(GmpScheduler scheduler, int tasks) throws InterruptedException {
        CountDownLatch done = new CountDownLatch(tasks);
        for (int i = 0; i < tasks; i++) {
            scheduler.execute(new Task(done));
        }
        done.await();
        Schedulers.await(scheduler, now -> now.counters().completed() == tasks);
    }

    private void parkHere() {
        begun.countDown();
        Latches.await(release);
    }

    private record Task(CountDownLatch done) implements Runnable {

        @Override
        public void run() {
            done.countDown();
        }
    }
}
