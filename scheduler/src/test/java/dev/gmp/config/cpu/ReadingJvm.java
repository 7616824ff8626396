package dev.gmp.config.cpu;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** A JVM of its own that runs {@link ReadingProgram}, for what concerns a process as a whole. */
final class ReadingJvm implements AutoCloseable {

    private static final long PATIENCE_SECONDS = 120;

    private final Process process;
    private final BufferedWriter questions;
    private final BufferedReader answers;

    private ReadingJvm(Process process) {
        this.process = process;
        questions = process.outputWriter(StandardCharsets.UTF_8);
        answers = process.inputReader(StandardCharsets.UTF_8);
    }

    /** @param options of the JVM */
    static ReadingJvm start(String... options) {
        return start(List.of(), Map.of(), options);
    }

    static ReadingJvm start(Map<String, String> environment, String... options) {
        return start(List.of(), environment, options);
    }

    /** A JVM that is in the control group from its first moment on. */
    static ReadingJvm startIn(Path group) {
        List<String> enter = List.of("sh", "-c", "echo $$ > \"$0\"/cgroup.procs && exec \"$@\"", group.toString());
        return start(enter, Map.of());
    }

    private static ReadingJvm start(List<String> prefix, Map<String, String> environment, String... options) {
        List<String> command = new ArrayList<>(prefix);
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of(options));
        command.addAll(List.of("-cp", classPath(), ReadingProgram.class.getName()));
        ProcessBuilder builder = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT);
        builder.environment().keySet().removeAll(List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS"));
        builder.environment().putAll(environment);
        try {
            return new ReadingJvm(builder.start());
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    /** @return {@link DefaultProcs.Reading#toString()} as of now */
    String read() {
        try {
            questions.write("read\n");
            questions.flush();
            String answer = CompletableFuture.supplyAsync(this::answer).get(PATIENCE_SECONDS, TimeUnit.SECONDS);
            if (answer == null) {
                throw new AssertionError("ended with exit code " + process.waitFor());
            }
            return answer;
        } catch (IOException | InterruptedException | ExecutionException | TimeoutException e) {
            throw new AssertionError(e);
        }
    }

    long pid() {
        return process.pid();
    }

    /** Ends the process and waits for its end. */
    @Override
    public void close() {
        try {
            process.destroyForcibly().waitFor();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private String answer() {
        try {
            return answers.readLine();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    /** The two folders or jars that hold this package and its tests; the program uses nothing else. */
    private static String classPath() {
        return locationOf(DefaultProcs.class) + File.pathSeparator + locationOf(ReadingProgram.class);
    }

    private static Path locationOf(Class<?> type) {
        try {
            return Path.of(
                    type.getProtectionDomain().getCodeSource().getLocation().toURI());
        } catch (URISyntaxException e) {
            throw new AssertionError(e);
        }
    }
}
