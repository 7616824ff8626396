package dev.gmp.sample.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.gmp.sample.Ports;
import dev.gmp.sample.agents.SampleProcess;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Three nodes of the sample, each in a JVM of its own. */
@Tag("long")
class ClusterTests {

    private static final int FILES = 60;
    private static final String SEARCH = "/search?q=needle&limit=100";

    private final List<SampleProcess> nodes = new ArrayList<>();
    private final List<String> addresses = new ArrayList<>();

    @TempDir
    private Path folder;

    @BeforeEach
    void start() throws Exception {
        Path corpus = Files.createDirectory(folder.resolve("corpus"));
        for (int file = 0; file < FILES; file++) {
            Files.writeString(corpus.resolve("File%02d.txt".formatted(file)), "straw\nneedle %d\n".formatted(file));
        }
        Stream.generate(Ports::free).distinct().limit(3).forEach(port -> addresses.add("127.0.0.1:" + port));
        List<Thread> starts = addresses.stream().map(this::start).toList();
        for (Thread start : starts) {
            start.join();
        }
        assertThat(nodes).hasSize(3);
    }

    private Thread start(String address) {
        Thread thread = new Thread(() -> {
            try {
                Path own = Files.createDirectory(folder.resolve(address.replace(':', '-')));
                SampleProcess node = SampleProcess.start(
                        List.of(),
                        own,
                        "--spring.profiles.active=cluster",
                        "--gmp.cluster.port=" + address.substring(address.indexOf(':') + 1),
                        "--gmp.cluster.seed-nodes=" + String.join(",", addresses),
                        "--sample.index.source=" + folder.resolve("corpus"));
                synchronized (nodes) {
                    nodes.add(node);
                }
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        });
        thread.start();
        return thread;
    }

    @AfterEach
    void end() {
        nodes.forEach(SampleProcess::close);
    }

    @Test
    void aSearchOnAnyNodeAsksAllAndSaysWhatIsMissingUntilItHasMoved() throws Exception {
        for (SampleProcess node : nodes) {
            awaitWhole(node);
        }
        SampleProcess killed = awaitNodeWithParts();
        await().atMost(SampleProcess.PATIENCE)
                .untilAsserted(() ->
                        assertThat(nodes.get(0).get("/files?path=File07.txt")).isEqualTo("straw\nneedle 7\n"));

        killed.close();

        nodes.remove(killed);
        await().atMost(SampleProcess.PATIENCE)
                .untilAsserted(() -> assertThat(nodes.get(0).<List<Integer>>get(SEARCH, "$.missingParts"))
                        .isNotEmpty());
        for (SampleProcess node : nodes) {
            awaitWhole(node);
        }
    }

    private static void awaitWhole(SampleProcess node) {
        await().atMost(SampleProcess.PATIENCE).untilAsserted(() -> {
            assertThat(node.<List<Integer>>get(SEARCH, "$.missingParts"))
                    .as(node::output)
                    .isEmpty();
            assertThat(node.<List<String>>get(SEARCH, "$.hits[*].file"))
                    .hasSize(FILES)
                    .isSorted();
        });
    }

    /** The first node may have all parts until they are shared out, and a part that moves does not answer. */
    private SampleProcess awaitNodeWithParts() {
        return await().atMost(SampleProcess.PATIENCE).until(this::otherNodeWithParts, Objects::nonNull);
    }

    /** By one answer of the first node, which changes while parts move. */
    private SampleProcess otherNodeWithParts() throws Exception {
        List<String> withParts =
                nodes.get(0).get("/cluster", "$.nodes[?(@.self == false && @.parts.size() > 0)].address");
        for (SampleProcess node : nodes) {
            List<String> self = node.get("/cluster", "$.nodes[?(@.self == true)].address");
            if (withParts.contains(self.get(0))) {
                return node;
            }
        }
        return null;
    }
}
