package dev.gmp.spring.incident;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gmp.GmpScheduler;
import dev.gmp.IncidentWatch;
import dev.gmp.observe.incident.IncidentFolder;
import dev.gmp.spring.endpoint.GmpEndpointProperties;
import dev.gmp.spring.endpoint.Problem;
import java.nio.file.ClosedFileSystemException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.actuate.endpoint.InvalidEndpointRequestException;
import org.springframework.boot.actuate.endpoint.Show;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;

/** Captures on request: of a scheduler that the watch knows, and one at a time. */
class CaptureTests {

    @TempDir
    private Path root;

    private final GmpScheduler scheduler =
            GmpScheduler.builder().name("orders").maxProcs(1).build();

    @AfterEach
    void close() {
        scheduler.close();
    }

    private GmpIncidentsEndpoint endpoint(Path path) {
        IncidentFolder folder = new IncidentFolder(path, 10, 10_000_000, Duration.ofHours(1));
        return new GmpIncidentsEndpoint(
                new IncidentWatch(List.of(scheduler), folder, Duration.ofHours(1), Duration.ZERO, () -> null),
                folder,
                new GmpEndpointProperties(Show.ALWAYS, Set.of()));
    }

    @Test
    void aSchedulerThatIsNotWatchedIsNone() {
        GmpIncidentsEndpoint endpoint = endpoint(root);

        assertThatThrownBy(() -> endpoint.capture("default"))
                .isInstanceOf(InvalidEndpointRequestException.class)
                .hasMessage("scheduler must be one of [orders], but was default");
        assertThat(endpoint.capture(null).getStatus()).isEqualTo(200);
    }

    @Test
    void anotherAtTheSameTimeIsAConflict() {
        GmpIncidentsEndpoint endpoint = endpoint(root);
        AtomicReference<WebEndpointResponse<Object>> refusal = new AtomicReference<>();
        Runnable captures = () -> {
            while (refusal.get() == null) {
                WebEndpointResponse<Object> response = endpoint.capture(null);
                if (response.getStatus() != 200) {
                    refusal.set(response);
                }
            }
        };
        CompletableFuture<Void> other = CompletableFuture.runAsync(captures);
        captures.run();
        other.join();

        assertThat(refusal.get().getStatus()).isEqualTo(409);
        assertThat(refusal.get().getBody()).isEqualTo(new Problem("another capsule is being written"));
    }

    /** Though its exception is an {@link IllegalStateException}. */
    @Test
    void aFaultIsNoConflict() throws Exception {
        Path path;
        try (FileSystem zip = FileSystems.newFileSystem(root.resolve("disk.zip"), Map.of("create", "true"))) {
            path = zip.getPath("/incidents");
        }
        GmpIncidentsEndpoint endpoint = endpoint(path);

        assertThatThrownBy(() -> endpoint.capture(null)).isInstanceOf(ClosedFileSystemException.class);
    }
}
