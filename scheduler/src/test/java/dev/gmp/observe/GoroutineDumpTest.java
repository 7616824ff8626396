package dev.gmp.observe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.gmp.GmpScheduler;
import dev.gmp.config.GoroutineMode;
import dev.gmp.internal.jdk.VirtualThreads;
import dev.gmp.testkit.Schedulers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Goroutines in the dumps of the real {@code jcmd}, run on this process. */
class GoroutineDumpTest {

    private static final int PARKED = 100;

    private final Set<Thread> parked = ConcurrentHashMap.newKeySet();
    private volatile boolean released;

    @BeforeEach
    void onlyWhereAvailable() {
        assumeTrue(VirtualThreads.available(), VirtualThreads::reason);
        assumeTrue(Files.isExecutable(jcmd()), "a JRE has no jcmd");
    }

    @Test
    void parkedGoroutinesAreInTheDumpWithTheirNameTheirIdAndTheirStack(@TempDir Path folder) throws Exception {
        try (GmpScheduler scheduler = GmpScheduler.builder()
                .name("dumped")
                .maxProcs(2)
                .goroutines(GoroutineMode.VIRTUAL)
                .build()) {
            for (int i = 0; i < PARKED; i++) {
                scheduler.execute(this::parkUntilReleased);
            }
            // One that moves from one queue to another may look parked, so all must have begun.
            Schedulers.await(
                    scheduler,
                    now -> parked.size() == PARKED && now.goroutines().waiting() == PARKED);
            String json;
            String text;
            try {
                json = dump(folder.resolve("dump.json"), "-format=json");
                text = dump(folder.resolve("dump.txt"));
            } finally {
                released = true;
                parked.forEach(LockSupport::unpark);
            }

            assertThat(parked).hasSize(PARKED);
            for (Thread thread : parked) {
                assertThat(json)
                        .containsPattern(
                                "\"tid\": \"?%d\"?,[^{}]*\"name\": \"gmp-dumped-g\"".formatted(thread.getId()));
                assertThat(text).contains("#%d \"gmp-dumped-g\" virtual".formatted(thread.getId()));
            }
            assertThat(count("parkUntilReleased", json)).isEqualTo(PARKED);
            assertThat(text).containsPattern("\"gmp-dumped-m\\d+\"");
        }
    }

    private void parkUntilReleased() {
        parked.add(Thread.currentThread());
        while (!released) {
            LockSupport.park();
        }
    }

    private static String dump(Path file, String... options) throws Exception {
        List<String> command = new ArrayList<>(
                List.of(jcmd().toString(), Long.toString(ProcessHandle.current().pid()), "Thread.dump_to_file"));
        command.addAll(List.of(options));
        command.add(file.toString());
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        Path out = file.resolveSibling(file.getFileName() + ".out");
        Process process = builder.redirectOutput(out.toFile()).start();
        assertThat(process.waitFor(100, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).as(Files.readString(out)).isZero();
        return Files.readString(file);
    }

    private static int count(String word, String text) {
        Matcher matcher = Pattern.compile(Pattern.quote(word)).matcher(text);
        int found = 0;
        while (matcher.find()) {
            found++;
        }
        return found;
    }

    private static Path jcmd() {
        return Path.of(System.getProperty("java.home"), "bin", "jcmd");
    }
}
