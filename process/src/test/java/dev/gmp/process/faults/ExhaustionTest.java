package dev.gmp.process.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gmp.GmpScheduler;
import dev.gmp.config.GoroutineMode;
import dev.gmp.process.Processes;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Nothing is lost when memory runs out. In JVMs of their own, without buffers of the threads: what fits into those is no lack. */
class ExhaustionTest {

    private static final List<String> SMALL_HEAP =
            List.of("-Xmx24m", "-XX:+UseSerialGC", "-XX:-UseTLAB", "-XX:TieredStopAtLevel=1");

    @TempDir
    Path folder;

    @Test
    void noStepOfALifeIsLostForLackOfMemory() throws Exception {
        assertThat(run(WithoutMemory.class, GoroutineMode.DIRECT.toString()))
                .contains(
                        "completion kept",
                        "cancellation kept",
                        "failure kept",
                        "result kept",
                        "answer kept",
                        "error kept",
                        "stage kept",
                        "live 0");
    }

    @Tag("long")
    @Test
    void everyProcessEndsWhileTasksExhaustTheHeap() throws Exception {
        assertThat(run(ExhaustedHeap.class, GoroutineMode.DIRECT.toString(), "15000"))
                .contains("all told true, kept 0, live 0, room true");
    }

    /** @return the lines that it has printed; what the JVM and the log say stands elsewhere */
    private List<String> run(Class<?> program, String... arguments) throws Exception {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(SMALL_HEAP);
        command.addAll(List.of("-cp", classPath(), program.getName()));
        command.addAll(List.of(arguments));
        Path out = folder.resolve("out");
        Path err = folder.resolve("err");
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectOutput(out.toFile()).redirectError(err.toFile());
        builder.environment().keySet().removeAll(List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS"));
        java.lang.Process child = builder.start();
        try {
            boolean ended = child.waitFor(200, TimeUnit.SECONDS);
            assertThat(ended).as(() -> read(out) + read(err)).isTrue();
        } finally {
            child.destroyForcibly().waitFor();
        }
        return read(out).lines().toList();
    }

    private static String read(Path printed) {
        try {
            return Files.readString(printed);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static String classPath() throws Exception {
        List<String> parts = new ArrayList<>();
        for (Class<?> each : List.of(GmpScheduler.class, Processes.class, ExhaustionTest.class)) {
            parts.add(Path.of(each.getProtectionDomain()
                            .getCodeSource()
                            .getLocation()
                            .toURI())
                    .toString());
        }
        return String.join(File.pathSeparator, parts);
    }
}
