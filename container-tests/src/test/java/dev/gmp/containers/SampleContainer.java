package dev.gmp.containers;

import com.github.dockerjava.api.command.InspectContainerResponse.ContainerState;
import com.github.dockerjava.api.model.HostConfig;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.wait.strategy.Wait;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The sample in a container. It has started when it has indexed its texts. The first of the JVM's compilers is enough for what
 * lives so shortly; a test that wants other options sets {@link #JVM_OPTIONS}.
 */
final class SampleContainer extends GenericContainer<SampleContainer> {

    static final String JVM_OPTIONS = "JAVA_TOOL_OPTIONS";

    private static final int PORT = 8080;
    private static final JsonMapper JSON = new JsonMapper();

    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    SampleContainer() {
        super(SampleImage.image());
        withExposedPorts(PORT);
        withEnv(JVM_OPTIONS, "-XX:TieredStopAtLevel=1");
        withSetting("server.address", "0.0.0.0");
        withSetting("sample.index.source", SampleImage.TEXTS);
        withSetting("sample.index.reindex-interval", "365d");
        withSetting("sample.search.timeout", "10m");
        waitingFor(Wait.forLogMessage(".*Indexed " + SampleImage.TEXTS + ".*", 1)
                .withStartupTimeout(Duration.ofMinutes(5)));
    }

    /** As many as the machine has that Docker runs on. */
    static int cpusOfTheMachine() {
        return DockerClientFactory.instance().getInfo().getNCPU();
    }

    /** A property of the application. */
    SampleContainer withSetting(String property, String value) {
        return withEnv(property.toUpperCase(Locale.ROOT).replace("-", "").replace('.', '_'), value);
    }

    SampleContainer withCpus(double cpus) {
        return withHostConfig(
                host -> host.withCpuPeriod(CpuFigures.PERIOD_NANOS / 1_000).withCpuQuota(quotaMicros(cpus)));
    }

    SampleContainer withMegabytes(long megabytes) {
        return withHostConfig(host -> host.withMemory(megabytes << 20).withMemorySwap(megabytes << 20));
    }

    /** While it runs, as {@code docker update} does. */
    void setCpus(double cpus) {
        updateQuota(quotaMicros(cpus));
    }

    void removeQuota() {
        updateQuota(-1);
    }

    int port() {
        return getMappedPort(PORT);
    }

    /** @throws IllegalStateException if the status is not 200 */
    JsonNode get(String path) {
        return send(path).join();
    }

    /** One answer of the search for {@link SampleImage#QUERY}, which is a complete one. */
    CompletableFuture<JsonNode> search() {
        return send("/search?q=" + encode(SampleImage.QUERY)).thenApply(answer -> {
            if (!"COMPLETE".equals(answer.at("/outcome").asString())) {
                throw new IllegalStateException("no complete answer: " + answer);
            }
            return answer;
        });
    }

    CompletableFuture<JsonNode> send(String path) {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://%s:%d%s".formatted(getHost(), port(), path)))
                .build();
        return client.sendAsync(request, HttpResponse.BodyHandlers.ofString()).thenApply(response -> {
            if (response.statusCode() != 200) {
                throw new IllegalStateException(path + ": " + response.statusCode() + " " + response.body());
            }
            return JSON.readTree(response.body());
        });
    }

    /** The value of a meter of the application's scheduler, summed over its tags. */
    double meter(String name) {
        // JSON has no number for "not a number": that one comes as a text.
        return Double.parseDouble(
                get("/actuator/metrics/" + name).at("/measurements/0/value").asString());
    }

    CpuFigures cpu() {
        try {
            return CpuFigures.parse(execInContainer(CpuFigures.COMMAND).getStdout());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    ContainerState state() {
        return getDockerClient().inspectContainerCmd(getContainerId()).exec().getState();
    }

    static String encode(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    private SampleContainer withHostConfig(Consumer<HostConfig> change) {
        return withCreateContainerCmdModifier(command -> change.accept(command.getHostConfig()));
    }

    private void updateQuota(long micros) {
        getDockerClient()
                .updateContainerCmd(getContainerId())
                .withCpuPeriod(CpuFigures.PERIOD_NANOS / 1_000)
                .withCpuQuota(micros)
                .exec();
    }

    private static long quotaMicros(double cpus) {
        return Math.round(cpus * CpuFigures.PERIOD_NANOS / 1_000);
    }
}
