package dev.gmp.faults.jvm;

import dev.gmp.internal.jdk.ForkedJvm;
import dev.gmp.internal.jdk.VirtualThreads;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A JVM of its own, for what would harm this one. Both sides talk in lines. The child says each by {@code println}: {@code
 * printf} writes pieces, and its log may come between them.
 */
public final class Child implements AutoCloseable {

    private static final long PATIENCE_SECONDS = 180;

    /** For what takes half a minute on a machine that has nothing else to do. */
    private static final long LONG_PATIENCE_SECONDS = 280;

    private final Process process;
    private final long patienceSeconds;
    private final BufferedReader out;
    private final Writer in;

    private Child(Process process, long patienceSeconds) {
        this.process = process;
        this.patienceSeconds = patienceSeconds;
        out = process.inputReader();
        in = process.outputWriter();
        // Its readers end with it.
        process.onExit()
                .orTimeout(patienceSeconds, TimeUnit.SECONDS)
                .whenComplete((ended, tooLate) -> process.destroyForcibly());
    }

    /** @param options for the JVM, such as {@code -Xmx} */
    public static Child start(Class<?> program, List<String> options, String... arguments) throws IOException {
        return start(List.of(), program, options, arguments);
    }

    /** Is given more time than others, and needs a test that has it. */
    static Child startForLong(Class<?> program, List<String> options, String... arguments) throws IOException {
        return new Child(process(List.of(), program, options, arguments), LONG_PATIENCE_SECONDS);
    }

    /** @param shell what starts the command that follows it */
    public static Child start(List<String> shell, Class<?> program, List<String> options, String... arguments)
            throws IOException {
        return new Child(process(shell, program, options, arguments), PATIENCE_SECONDS);
    }

    private static Process process(List<String> shell, Class<?> program, List<String> options, String... arguments)
            throws IOException {
        List<String> command = new ArrayList<>(shell);
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        if (VirtualThreads.available()) {
            command.addAll(List.of("--add-opens", "java.base/java.lang=ALL-UNNAMED"));
        }
        command.addAll(options);
        String libraries = System.getProperty("java.class.path");
        command.addAll(List.of("-cp", ForkedJvm.classPath() + File.pathSeparator + libraries, program.getName()));
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().keySet().removeAll(List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS"));
        return builder.start();
    }

    long pid() {
        return process.pid();
    }

    /** Skips what else is printed, such as the JVM's own warnings, until there is this line. */
    void awaitLine(String expected) throws IOException {
        StringBuilder skipped = new StringBuilder();
        for (String line = out.readLine(); line != null; line = out.readLine()) {
            if (line.equals(expected)) {
                return;
            }
            skipped.append(line).append('\n');
        }
        throw new AssertionError("ended without '" + expected + "', but said:\n" + skipped);
    }

    void say(String line) throws IOException {
        in.write(line + "\n");
        in.flush();
    }

    /** Sends it a signal, such as {@code STOP}. */
    void signal(String name) throws Exception {
        Process kill = new ProcessBuilder("kill", "-" + name, Long.toString(pid())).start();
        if (kill.waitFor() != 0) {
            throw new AssertionError("no signal " + name);
        }
    }

    /** @return the rest of its output, without the warning of this JDK's bugs */
    public String rest() {
        StringBuilder rest = new StringBuilder();
        out.lines().forEach(line -> rest.append(line).append('\n'));
        return ForkedJvm.withoutJdkBugs(rest.toString());
    }

    /** @return the exit code, once it has ended by itself */
    int exitCode() throws InterruptedException {
        if (!process.waitFor(patienceSeconds, TimeUnit.SECONDS)) {
            throw new AssertionError("does not end");
        }
        return process.exitValue();
    }

    @Override
    public void close() {
        process.destroyForcibly();
        try {
            out.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
