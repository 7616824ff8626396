package dev.gmp.process.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gmp.GmpScheduler;
import dev.gmp.process.Event;
import dev.gmp.process.Pid;
import dev.gmp.process.Process;
import dev.gmp.process.ProcessContext;
import dev.gmp.process.ProcessType;
import dev.gmp.process.Processes;
import dev.gmp.process.StepOutput;
import dev.gmp.process.cluster.ClusterSnapshot.Status;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A node between its making and its start. */
class PreparedNodeTest {

    private final GmpScheduler scheduler = GmpScheduler.builder().build();
    private final ClusterBuilder builder =
            Cluster.builder("test").host("127.0.0.1").port(0);

    @AfterEach
    void end() {
        scheduler.close();
    }

    /** An answer would be about nothing, and a stage would stay open until the start. */
    @Test
    void namesAndGroupsCannotBeUsedBeforeTheStart() {
        try (Processes processes = connected()) {
            Pid pid = processes.submit("plain", "run", null);
            Cluster node = builder.prepare(processes);

            List<ThrowingCallable> calls = List.of(
                    () -> node.register("desk", pid),
                    () -> node.find("desk"),
                    () -> node.join("desks", pid),
                    () -> node.leave("desks", pid),
                    () -> node.members("desks"),
                    () -> node.broadcast("desks", "hello"));
            assertThat(calls)
                    .allSatisfy(call -> assertThatIllegalStateException()
                            .isThrownBy(call)
                            .withMessageContaining("has not been started")
                            .withMessageContaining("ApplicationRunner"));
            node.close();
        }
    }

    @Test
    void itKeepsItsProcesses() {
        try (Processes processes = connected();
                Processes other = Processes.builder(scheduler).build()) {
            Cluster node = builder.prepare(processes);

            assertThat(builder.prepare(processes)).isSameAs(node);
            assertThatThrownBy(() -> builder.prepare(other))
                    .hasMessage("The node has been prepared with other Processes");
            assertThatThrownBy(() -> builder.start(other))
                    .hasMessage("The node has been prepared with other Processes");
            assertThat(node.processes()).isSameAs(processes);
            node.close();
        }
    }

    @Test
    void aPreparationThatFailedIsMadeAnew() {
        AtomicInteger connections = new AtomicInteger();
        builder.codec(new FailingCodec(connections));
        try (Processes processes = connected()) {
            assertThatThrownBy(() -> builder.prepare(processes)).hasMessage("not yet");
            builder.prepare(processes).close();
            assertThat(connections).hasValue(2);
        }
    }

    @Test
    void aNodeWhosePortIsTakenIsClosed() throws IOException {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"));
                Processes processes = builder.port(taken.getLocalPort())
                        .connect(Processes.builder(scheduler))
                        .build()) {
            Cluster node = builder.prepare(processes);

            assertThatIllegalStateException()
                    .isThrownBy(() -> builder.start(processes))
                    .withMessageContaining("Address already in use");
            assertThat(node.snapshot().status()).isEqualTo(Status.CLOSED);
            assertThatThrownBy(() -> builder.start(processes)).hasMessage("The node has been started or closed before");
            node.close();
        }
    }

    private Processes connected() {
        return builder.connect(Processes.builder(scheduler).register(ProcessType.of("plain", Plain::new, "run")))
                .build();
    }

    private static final class Plain implements Process {
        @Override
        public void init(ProcessContext context, String method, @Nullable Object input) {}

        @Override
        public void step(List<Event> events, StepOutput out) {
            if (events.stream().anyMatch(Event.Cancel.class::isInstance)) {
                out.done(null);
            } else {
                out.idle();
            }
        }
    }

    /** It fails the first time that a node connects it. */
    private record FailingCodec(AtomicInteger connections) implements MessageCodec {
        @Override
        public void connect(Cluster cluster) {
            if (connections.incrementAndGet() == 1) {
                throw new IllegalStateException("not yet");
            }
        }

        @Override
        public String nameOf(Class<?> type) {
            return type.getSimpleName();
        }

        @Override
        public byte[] write(Object message) {
            return new byte[0];
        }

        @Override
        public Object read(String name, byte[] bytes) {
            return name;
        }
    }
}
