package dev.gmp.sample.webload;

import dev.gmp.sample.SampleApplication;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;

/** The sample in a JVM of its own. */
final class ServerProcess implements AutoCloseable {

    private static final String PORT = "the port is ";

    /** What the sample says when it has nothing to do any more but to serve. */
    private static final String INDEXED = "Indexed ";

    private static final long LONGEST_START_NANOS = TimeUnit.MINUTES.toNanos(5);

    private final Process process;
    private final int port;

    private ServerProcess(Process process, int port) {
        this.process = process;
        this.port = port;
    }

    /**
     * Returns when it has done what the sample does at its start.
     *
     * @param folder for its data and its log
     */
    static ServerProcess start(ServerKind kind, @Nullable CpuQuota quota, Path folder) {
        List<String> command = new ArrayList<>(quota == null ? List.of() : quota.prefix());
        command.add(javaTool("java"));
        command.addAll(WebLoadTests.MEASURES ? List.of() : List.of("-XX:TieredStopAtLevel=1"));
        command.addAll(List.of(
                "--add-opens=java.base/java.lang=ALL-UNNAMED",
                "--enable-native-access=ALL-UNNAMED",
                "-XX:InitialHeapSize=2g", // one that grows makes G1 mark all the time in one JVM and seldom in the next
                "-XX:MaxHeapSize=2g",
                "-XX:MinHeapSize=64m",
                "-XX:MinHeapFreeRatio=0",
                "-XX:MaxHeapFreeRatio=100", // it keeps its size, until it is told to give back what is free
                "-XX:MarkSweepDeadRatio=0", // a collection that is asked for leaves nothing that is dead
                "-XX:-UseDynamicNumberOfCompilerThreads", // their CPU time is read
                // inlined, once enough requests have come, its loop is 8 of 100 parts slower
                "-XX:CompileCommand=quiet",
                "-XX:CompileCommand=dontinline," + LoadController.class.getName() + "::compute",
                "-cp",
                System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                ServerProcess.class.getName(),
                "--server.port=0",
                "--server.tomcat.max-connections=20000",
                "--server.tomcat.accept-count=20000",
                "--server.tomcat.max-keep-alive-requests=-1",
                "--spring.profiles.active=" + LoadController.PROFILE,
                "--sample.data-folder=" + folder.resolve("data")));
        kind.properties().forEach(property -> command.add("--" + property));
        Path log = folder.resolve("server.log");
        try {
            Files.createDirectories(folder);
            Process process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(log.toFile())
                    .start();
            return started(process, log);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static ServerProcess started(Process process, Path log) throws IOException {
        // Also one that is paused, and would stay so.
        Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly));
        try {
            return new ServerProcess(process, awaitReady(process, log));
        } catch (Throwable failure) {
            process.destroyForcibly();
            throw failure;
        }
    }

    /** In the other JVM. */
    public static void main(String[] arguments) {
        ConfigurableApplicationContext context = SpringApplication.run(SampleApplication.class, arguments);
        System.out.println(PORT + context.getEnvironment().getRequiredProperty("local.server.port"));
    }

    int port() {
        return port;
    }

    String get(String path) {
        try (Connection connection = Connection.open(port)) {
            return connection.get(path);
        }
    }

    /** Takes the CPUs from it, until {@link #resume}. */
    void pause() throws InterruptedException {
        if (signal("STOP") != 0) {
            throw new IllegalStateException("server " + process.pid() + " could not be paused");
        }
    }

    void resume() throws InterruptedException {
        signal("CONT");
    }

    /**
     * Resident memory, without what is free: of the heap, for otherwise that would be its largest size on all servers, and of
     * the C library, which keeps what the JIT compiler needed at most, tens of megabytes more in one JVM than in the next.
     */
    long residentBytes() throws InterruptedException {
        try {
            order("VM.set_flag", "MaxHeapFreeRatio", "0");
            order("GC.run");
            order("VM.set_flag", "MaxHeapFreeRatio", "100");
            order("System.trim_native_heap");
            return Files.readAllLines(Path.of("/proc", String.valueOf(process.pid()), "status")).stream()
                    .filter(line -> line.startsWith("VmRSS:"))
                    .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) * 1024)
                    .findFirst()
                    .orElseThrow();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Has the server do what one of its diagnostic commands says. */
    private void order(String... words) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(javaTool("jcmd"), String.valueOf(process.pid())));
        command.addAll(List.of(words));
        if (run(command.toArray(String[]::new)) != 0) {
            throw new IllegalStateException("server " + process.pid() + " refuses " + List.of(words));
        }
    }

    /** CPU time of its JIT compiler's threads so far. They never end. */
    long compilerNanos() {
        try (Stream<Path> threads = Files.list(Path.of("/proc", String.valueOf(process.pid()), "task"))) {
            return threads.mapToLong(ServerProcess::compilerNanos).sum();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static long compilerNanos(Path thread) {
        try {
            boolean compiles = Files.readString(thread.resolve("comm")).matches("(?s)C[12] Compiler.*");
            return compiles
                    ? Long.parseLong(
                            Files.readString(thread.resolve("schedstat")).split(" ")[0])
                    : 0;
        } catch (IOException ended) {
            return 0;
        }
    }

    @Override
    public void close() {
        process.destroy();
        try {
            resume(); // while it is paused it does not hear that it is to end
            if (!process.waitFor(30, TimeUnit.SECONDS)) {
                process.destroyForcibly().waitFor();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }

    private int signal(String name) throws InterruptedException {
        try {
            return run("kill", "-" + name, String.valueOf(process.pid()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static int run(String... command) throws IOException, InterruptedException {
        return new ProcessBuilder(command)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start()
                .waitFor();
    }

    private static String javaTool(String name) {
        return Path.of(System.getProperty("java.home"), "bin", name).toString();
    }

    private static int awaitReady(Process process, Path log) throws IOException {
        long begin = System.nanoTime();
        while (process.isAlive() && System.nanoTime() - begin < LONGEST_START_NANOS) {
            List<String> lines = Files.readAllLines(log);
            Optional<String> port =
                    lines.stream().filter(line -> line.startsWith(PORT)).findFirst();
            if (port.isPresent() && lines.stream().anyMatch(line -> line.contains(INDEXED))) {
                return Integer.parseInt(port.get().substring(PORT.length()));
            }
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(50));
        }
        throw new IOException("the server has not started: " + Files.readString(log));
    }
}
