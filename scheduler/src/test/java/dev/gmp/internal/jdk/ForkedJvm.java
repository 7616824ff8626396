package dev.gmp.internal.jdk;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Runs a program in a JVM of its own, for what a flag decides once for the whole JVM. */
public final class ForkedJvm {
    private final List<String> command = new ArrayList<>();

    private ForkedJvm(Path javaHome) {
        command.add(javaHome.resolve("bin").resolve("java").toString());
    }

    /** Of the same JDK as this one. */
    public static ForkedJvm same() {
        return of(Path.of(System.getProperty("java.home")));
    }

    static ForkedJvm of(Path javaHome) {
        return new ForkedJvm(javaHome);
    }

    public ForkedJvm with(String... arguments) {
        command.addAll(List.of(arguments));
        return this;
    }

    /** Starts the JVM by another program, which gets its command line. */
    public ForkedJvm under(String... program) {
        command.addAll(0, List.of(program));
        return this;
    }

    public Result runMain(Class<?> program, String... arguments) {
        with("-XX:TieredStopAtLevel=1", "-cp", classPath(), program.getName()); // it is over before it needs more
        return with(arguments).run();
    }

    public Result run() {
        try {
            Path out = Files.createTempFile("forked", ".out");
            Path err = Files.createTempFile("forked", ".err");
            try {
                return run(out, err);
            } finally {
                Files.delete(out);
                Files.delete(err);
            }
        } catch (IOException | InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private Result run(Path out, Path err) throws IOException, InterruptedException {
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectOutput(out.toFile()).redirectError(err.toFile());
        // They print a line of their own, and could open the package.
        builder.environment().keySet().removeAll(List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS"));
        Process process = builder.start();
        if (!process.waitFor(200, TimeUnit.SECONDS)) {
            process.destroyForcibly().waitFor();
            throw new AssertionError("did not end: " + command + "\n" + Files.readString(out) + Files.readString(err));
        }
        return new Result(
                process.exitValue(),
                Files.readString(out).trim(),
                Files.readString(err).trim());
    }

    /** The two folders or jars that hold this package and its tests; programs use nothing else. */
    public static String classPath() {
        return locationOf(VirtualThreads.class) + File.pathSeparator + locationOf(ForkedJvm.class);
    }

    static Path locationOf(Class<?> type) {
        try {
            return Path.of(
                    type.getProtectionDomain().getCodeSource().getLocation().toURI());
        } catch (java.net.URISyntaxException e) {
            throw new AssertionError(e);
        }
    }

    /** One line, and no warning of the JVM's beside it. */
    static void expect(Result result, String firstLine) {
        assertThat(result.err()).isEmpty();
        assertThat(result.out().lines()).first().isEqualTo(firstLine);
        assertThat(result.exitCode()).isZero();
    }

    public record Result(int exitCode, String out, String err) {

        public String errBesideJdkBugs() {
            return withoutJdkBugs(err).strip();
        }
    }

    /** Leaves out the warning of a bug that this JDK may have, and the remark that it does not tell the holders of locks. */
    public static String withoutJdkBugs(String log) {
        return log.replaceAll(
                "(?m)^.* dev\\.gmp\\.internal\\.spawn\\.GoroutineModes (warnOfBugs|tellOfLocks)\\R.*\\R?", "");
    }
}
