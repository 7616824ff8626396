package dev.gmp.sample.agents;

import static org.assertj.core.api.Assertions.assertThat;

import com.jayway.jsonpath.JsonPath;
import dev.gmp.sample.SampleApplication;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The sample in a JVM of its own, with flags for a short life. */
public final class SampleProcess implements AutoCloseable {

    /** Generous: an agent takes a minute to change the application's classes on a busy machine. */
    public static final Duration PATIENCE = Duration.ofMinutes(4);

    private static final Pattern STARTED = Pattern.compile("Tomcat started on port (\\d+)");

    /** Each agent knows its own, and sends nothing anywhere. */
    private static final List<String> SETTINGS = List.of(
            "-Dotel.traces.exporter=none",
            "-Dotel.metrics.exporter=none",
            "-Dotel.logs.exporter=none",
            "-Ddd.instrumentation.telemetry.enabled=false",
            "-Ddd.remote_config.enabled=false",
            "-Delastic.apm.disable_send=true",
            "-Delastic.apm.cloud_provider=NONE");

    private final HttpClient client = HttpClient.newHttpClient();
    private final Process process;
    private final Path output;
    private final String address;

    private SampleProcess(Process process, Path output) throws Exception {
        this.process = process;
        this.output = output;
        this.address = "http://127.0.0.1:" + awaitPort();
    }

    /**
     * Starts it beside an agent.
     *
     * @param folder for its data and what it prints
     */
    static SampleProcess start(Path agent, Path folder, String... properties) throws Exception {
        List<String> options = new ArrayList<>(SETTINGS);
        options.add("-javaagent:" + agent);
        return start(options, folder, properties);
    }

    /**
     * Starts it.
     *
     * @param options of the JVM
     * @param folder for its data and what it prints
     */
    public static SampleProcess start(List<String> options, Path folder, String... properties) throws Exception {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of(
                "--add-opens",
                "java.base/java.lang=ALL-UNNAMED",
                "-Xmx512m",
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC"));
        command.addAll(options);
        command.addAll(List.of(
                "-cp",
                System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                SampleApplication.class.getName(),
                "--server.port=0",
                "--sample.data-folder=" + folder.resolve("data")));
        command.addAll(List.of(properties));
        Path output = folder.resolve("output.txt");
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        try {
            return new SampleProcess(process, output);
        } catch (Throwable failure) {
            process.destroyForcibly();
            throw failure;
        }
    }

    /** What the service answers, which has to be 200. */
    public String get(String path) throws IOException, InterruptedException {
        HttpResponse<String> answer =
                client.send(request(path).timeout(PATIENCE).build(), HttpResponse.BodyHandlers.ofString());
        assertThat(answer.statusCode()).as(answer::body).isEqualTo(200);
        return answer.body();
    }

    /** On a connection of its own. Of two requests on one connection, the goroutine of the first may serve the second. */
    void getAlone(String path) throws IOException {
        HttpURLConnection connection =
                (HttpURLConnection) URI.create(address + path).toURL().openConnection();
        connection.setRequestProperty("Connection", "close");
        connection.setReadTimeout((int) PATIENCE.toMillis());
        assertThat(connection.getResponseCode()).isEqualTo(200);
        connection.disconnect();
    }

    public <T> T get(String path, String jsonPath) throws IOException, InterruptedException {
        return JsonPath.read(get(path), jsonPath);
    }

    /** A search whose expression backtracks without end, and whose answer is awaited as long. */
    CompletableFuture<?> searchWithoutEnd() {
        String expression = URLEncoder.encode("(a+)+\\1$", StandardCharsets.UTF_8);
        return client.sendAsync(request("/search?q=" + expression).build(), HttpResponse.BodyHandlers.discarding());
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create(address + path));
    }

    /** What it has printed. */
    public String output() {
        try {
            return Files.readString(output);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private String awaitPort() throws InterruptedException {
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (process.isAlive() && System.nanoTime() < end) {
            Matcher started = STARTED.matcher(output());
            if (started.find()) {
                return started.group(1);
            }
            Thread.sleep(50);
        }
        throw new AssertionError("has not started:\n" + output());
    }

    /** By SIGKILL. */
    @Override
    public void close() {
        process.destroyForcibly();
    }
}
