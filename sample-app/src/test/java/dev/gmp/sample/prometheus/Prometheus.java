package dev.gmp.sample.prometheus;

import dev.gmp.sample.Installed;
import dev.gmp.sample.Ports;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A real Prometheus that reads one application once a second and keeps what it reads in a folder of its own. */
public final class Prometheus implements AutoCloseable {

    private final Process process;
    private final int port;
    private final HttpClient client = HttpClient.newHttpClient();
    private final JsonMapper json = new JsonMapper();

    private Prometheus(Process process, int port) {
        this.process = process;
        this.port = port;
    }

    /** Skips the test where there is none. */
    public static Prometheus reading(String metricsPath, int applicationPort, Path folder) throws IOException {
        Path program = Installed.program("prometheus", "prometheus");
        Path configuration =
                Files.writeString(folder.resolve("prometheus.yml"), """
                global:
                  scrape_interval: 1s
                scrape_configs:
                  - job_name: sample
                    metrics_path: %s
                    static_configs:
                      - targets: ["localhost:%d"]
                """.formatted(metricsPath, applicationPort));
        int port = Ports.free();
        Process process = new ProcessBuilder(
                        program.toString(),
                        "--config.file=" + configuration,
                        "--storage.tsdb.path=" + folder.resolve("data"),
                        "--web.listen-address=localhost:" + port)
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("prometheus.log").toFile())
                .start();
        return new Prometheus(process, port);
    }

    /**
     * The values that a query has now, one for each series; empty also while Prometheus is starting.
     *
     * @throws IllegalArgumentException if it is no query
     */
    public List<Double> values(String query) throws InterruptedException {
        JsonNode answer = ask("/api/v1/query", query);
        List<Double> values = new ArrayList<>();
        for (JsonNode series : answer.at("/data/result")) {
            values.add(number(series.at("/value/1").asString()));
        }
        return values;
    }

    /** Prometheus writes infinities as +Inf and -Inf. */
    private static double number(String text) {
        return Double.parseDouble(text.replace("Inf", "Infinity"));
    }

    private JsonNode ask(String path, String query) throws InterruptedException {
        URI address = URI.create("http://localhost:%d%s?query=%s"
                .formatted(port, path, URLEncoder.encode(query, StandardCharsets.UTF_8)));
        try {
            HttpResponse<String> response =
                    client.send(HttpRequest.newBuilder(address).build(), HttpResponse.BodyHandlers.ofString());
            if (response.statusCode() == 400) {
                throw new IllegalArgumentException(query + ": " + response.body());
            }
            return response.statusCode() == 200 ? json.readTree(response.body()) : json.createObjectNode();
        } catch (IOException e) {
            if (!process.isAlive()) {
                throw new IllegalStateException("Prometheus ended with " + process.exitValue(), e);
            }
            return json.createObjectNode();
        }
    }

    @Override
    public void close() throws InterruptedException {
        process.destroy();
        if (!process.waitFor(10, TimeUnit.SECONDS)) {
            process.destroyForcibly().waitFor();
        }
    }
}
