package dev.gmp.spring.it.agents;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The {@link TracedApplication} in a JVM of its own, with flags for a short life. */
final class TracedProcess implements AutoCloseable {

    private static final Pattern STARTED = Pattern.compile("Tomcat started on port (\\d+)");
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private final HttpClient client = HttpClient.newHttpClient();
    private final Process process;
    private final Path output;
    private final String port;

    /** @param options for the JVM */
    TracedProcess(Path output, Collector collector, List<String> options) throws Exception {
        this.output = output;
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
        command.addAll(List.of("--add-opens", "java.base/java.lang=ALL-UNNAMED"));
        command.addAll(options);
        command.add("-Dspring.devtools.restart.enabled=false");
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), TracedApplication.class.getName()));
        command.addAll(List.of(
                "--server.port=0",
                "--gmp.goroutines=virtual",
                "--gmp.schedulers.reports.max-goroutines=2",
                "--gmp.schedulers.single.max-goroutines=1",
                "--test.collector=" + collector.address()));
        process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        port = awaitPort();
    }

    /** @param trace of the request, in 32 hexadecimal digits */
    String get(String path, String trace) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://localhost:%s%s".formatted(port, path)))
                .header("traceparent", "00-%s-00f067aa0ba902b7-01".formatted(trace))
                .timeout(PATIENCE)
                .build();
        return client.send(request, HttpResponse.BodyHandlers.ofString()).body();
    }

    /** What it has printed. */
    String output() {
        try {
            return Files.readString(output);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private String awaitPort() throws Exception {
        long end = System.nanoTime() + PATIENCE.multipliedBy(2).toNanos();
        while (process.isAlive() && System.nanoTime() < end) {
            Matcher started = STARTED.matcher(output());
            if (started.find()) {
                return started.group(1);
            }
            Thread.sleep(50);
        }
        process.destroyForcibly();
        throw new AssertionError("has not started:\n" + output());
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
