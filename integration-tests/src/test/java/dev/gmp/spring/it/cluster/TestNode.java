package dev.gmp.spring.it.cluster;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** A node of the cluster in a JVM of its own, in one life: a restart makes another. */
final class TestNode implements AutoCloseable {

    /**
     * What a node is started with.
     *
     * @param prefix a command that runs the JVM; empty for none
     */
    record Settings(
            String life,
            String host,
            int port,
            String seeds,
            String booksHost,
            String jdbcUrl,
            List<String> prefix,
            Path folder) {}

    private static final long PATIENCE_SECONDS = 240;

    private final Settings settings;
    private final BooksServer server;
    private final Process process;
    private final Socket socket;
    private final PrintWriter orders;
    private final Map<Long, CompletableFuture<Long>> asked = new ConcurrentHashMap<>();
    private final AtomicInteger answeredTwice = new AtomicInteger();
    private volatile CompletableFuture<String> status = new CompletableFuture<>();
    private volatile boolean isPaused;
    private long pausedFrom;

    private TestNode(Settings settings, BooksServer server, Process process) throws Exception {
        this.settings = settings;
        this.server = server;
        this.process = process;
        BooksServer.Connection connection = server.control(settings.life()).get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        socket = connection.socket();
        socket.setTcpNoDelay(true);
        orders = new PrintWriter(socket.getOutputStream(), true, StandardCharsets.UTF_8);
        BooksServer.daemon(() -> readAnswers(connection.in()));
    }

    /** Returns when it takes orders; it may not have joined the cluster yet. */
    static TestNode start(Settings settings, BooksServer server) throws Exception {
        List<String> command = new ArrayList<>(settings.prefix());
        command.addAll(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--add-opens=java.base/java.lang=ALL-UNNAMED",
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Xmx160m",
                "-Dlogback.configurationFile=cluster-node-logback.xml",
                "-cp",
                System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                NodeProgram.class.getName(),
                settings.life(),
                settings.host(),
                String.valueOf(settings.port()),
                settings.seeds(),
                settings.booksHost(),
                String.valueOf(server.port()),
                settings.jdbcUrl()));
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(logFile(settings).toFile())
                .start();
        Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly));
        try {
            return new TestNode(settings, server, process);
        } catch (Exception e) {
            process.destroyForcibly();
            throw new IllegalStateException(settings.life() + " has not started: " + log(settings), e);
        }
    }

    private static Path logFile(Settings settings) {
        return settings.folder().resolve(settings.life() + ".log");
    }

    private static String log(Settings settings) {
        try {
            return Files.readString(logFile(settings));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    String life() {
        return settings.life();
    }

    boolean isPaused() {
        return isPaused;
    }

    /** How many questions were answered more than once. */
    int answeredTwice() {
        return answeredTwice.get();
    }

    String log() {
        return log(settings);
    }

    /** Has the node ask a process. Completes with the number in the answer, or fails with what the node says. */
    CompletableFuture<Long> ask(String type, String key, long id, long timeoutMillis) {
        CompletableFuture<Long> answer = new CompletableFuture<>();
        asked.put(id, answer);
        orders.println("ask %s %s %d %d".formatted(type, key, id, timeoutMillis));
        if (!process.isAlive()) {
            answer.completeExceptionally(new IOException(life() + " has gone"));
        }
        return answer;
    }

    /** Such as {@code UP 3}: what the node is, and how many nodes it takes for up and reachable. */
    String status() {
        CompletableFuture<String> asking = new CompletableFuture<>();
        status = asking;
        orders.println("status 0");
        try {
            return asking.get(60, TimeUnit.SECONDS);
        } catch (Exception e) {
            return "silent";
        }
    }

    /** Returns when all that this node has reported is in the books. */
    void sync() throws Exception {
        long mark = server.nextMark();
        orders.println("mark " + mark);
        server.awaitMark(mark);
    }

    /** SIGKILL. */
    void kill() throws Exception {
        server.books().killed(life(), System.nanoTime());
        process.destroyForcibly().waitFor();
        server.awaitLastReport(life());
        failAll();
    }

    /** SIGTERM: it leaves the cluster in order. */
    void terminate() throws Exception {
        process.destroy();
        if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
            throw new AssertionError(life() + " does not end: " + log());
        }
        server.awaitLastReport(life());
        server.books().killed(life(), System.nanoTime());
        failAll();
    }

    /** SIGSTOP. */
    void pause() throws Exception {
        isPaused = true;
        signal("STOP");
        pausedFrom = System.nanoTime();
    }

    /** SIGCONT. */
    void resume() throws Exception {
        long pausedTo = System.nanoTime();
        server.books().paused(life(), pausedFrom, pausedTo);
        signal("CONT");
        isPaused = false;
    }

    private void signal(String name) throws Exception {
        new ProcessBuilder("kill", "-" + name, String.valueOf(process.pid()))
                .inheritIO()
                .start()
                .waitFor();
    }

    private void readAnswers(BufferedReader in) {
        try (in) {
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                String[] words = line.split(" ", 3);
                if (words[0].equals("status")) {
                    status.complete(words[2]);
                } else {
                    answered(Long.parseLong(words[1]), words[0], words[2]);
                }
            }
        } catch (IOException e) {
            // As the end of the stream: the JVM was killed.
        }
        failAll();
    }

    private void answered(long id, String outcome, String text) {
        CompletableFuture<Long> answer = asked.get(id);
        boolean isFirst = outcome.equals("answer")
                ? answer.complete(Long.parseLong(text))
                : answer.completeExceptionally(new IllegalStateException(text));
        if (!isFirst) {
            answeredTwice.incrementAndGet();
        }
    }

    private void failAll() {
        asked.values().forEach(answer -> answer.completeExceptionally(new IOException(life() + " has gone")));
    }

    @Override
    public void close() throws IOException {
        process.destroyForcibly();
        socket.close();
    }
}
