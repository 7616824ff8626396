package dev.gmp.process.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.awaitility.Awaitility.await;

import dev.gmp.GmpScheduler;
import dev.gmp.process.Event;
import dev.gmp.process.Pid;
import dev.gmp.process.Process;
import dev.gmp.process.ProcessContext;
import dev.gmp.process.ProcessType;
import dev.gmp.process.Processes;
import dev.gmp.process.RemotePid;
import dev.gmp.process.StepOutput;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class AddressesInMessagesTest {

    private static final KeyedPid KEYED = new KeyedPid("order/x", "47/11@a");
    private static final RemotePid OTHER = new RemotePid("10.0.0.2:7355/9", Long.MAX_VALUE);

    record Call(Pid replyTo, List<Pid> others, KeyedPid order, RemotePid far) {}

    private final GmpScheduler scheduler = GmpScheduler.builder().build();
    private final Processes here = processes();
    private final Processes there = processes();

    private Processes processes() {
        return Processes.builder(scheduler)
                .register(ProcessType.of("waiting", Waiting::new, "run"))
                .build();
    }

    private static final class Waiting implements Process {
        @Override
        public void init(ProcessContext context, String method, Object input) {}

        @Override
        public void step(List<Event> events, StepOutput out) {
            out.idle();
        }
    }

    @BeforeEach
    void startOthersFirst() {
        for (int i = 0; i < 5; i++) {
            there.submit("waiting", "run", null);
        }
    }

    @AfterEach
    void close() throws Exception {
        here.shutdownNow(Duration.ofSeconds(30));
        there.shutdownNow(Duration.ofSeconds(30));
        scheduler.close();
    }

    static Stream<JacksonMessageCodec.Builder> formats() {
        return Stream.of(
                JacksonMessageCodec.builder(), JacksonMessageCodec.builder().cbor());
    }

    @ParameterizedTest
    @MethodSource("formats")
    void anAddressOfThisNodeLeadsHereFromTheOther(JacksonMessageCodec.Builder format) {
        JacksonMessageCodec codec = format.messages(Call.class).build();
        codec.connect(cluster("10.0.0.1:7355/8", here));
        JacksonMessageCodec other = format.build();
        other.connect(cluster("10.0.0.2:7355/9", there));
        Pid local = here.submit("waiting", "run", null);
        Pid processThere = there.submit("waiting", "run", null);
        RemotePid itsOwn = new RemotePid("10.0.0.2:7355/9", processThere.number());

        Call received = (Call) other.read(
                other.nameOf(Call.class),
                codec.write(new Call(local, List.of(local, KEYED, OTHER, itsOwn), KEYED, OTHER)));

        RemotePid global = new RemotePid("10.0.0.1:7355/8", local.number());
        assertThat(received).isEqualTo(new Call(global, List.of(global, KEYED, OTHER, processThere), KEYED, OTHER));
        assertThat(codec.read(codec.nameOf(Call.class), other.write(received)))
                .isEqualTo(new Call(local, List.of(local, KEYED, OTHER, itsOwn), KEYED, OTHER));
    }

    @ParameterizedTest
    @MethodSource("formats")
    void anAddressMayBeTheMessage(JacksonMessageCodec.Builder format) {
        JacksonMessageCodec codec = format.build();
        codec.connect(cluster("10.0.0.1:7355/8", here));
        Pid local = here.submit("waiting", "run", null);

        for (Pid pid : List.of(local, KEYED, OTHER)) {
            assertThat(codec.nameOf(pid.getClass())).isEqualTo("Pid");
            assertThat(codec.read("Pid", codec.write(pid))).isEqualTo(pid);
        }
    }

    @Test
    void anAddressOfAnEndedProcessOrAnEarlierLifeStaysThatOfANode() {
        JacksonMessageCodec codec = JacksonMessageCodec.builder().build();
        codec.connect(cluster("10.0.0.1:7355/8", here));
        Pid local = here.submit("waiting", "run", null);
        RemotePid earlier = new RemotePid("10.0.0.1:7355/7", local.number());
        assertThat(codec.read("Pid", codec.write(earlier))).isEqualTo(earlier);
        byte[] bytes = codec.write(local);

        here.end(local, "test");
        await().atMost(Duration.ofSeconds(60))
                .until(() -> here.find(local.number()).isEmpty());

        assertThat(codec.read("Pid", bytes)).isEqualTo(new RemotePid("10.0.0.1:7355/8", local.number()));
    }

    @Test
    void beforeTheNodeStartsOnlyGlobalAddressesAreWritten() {
        JacksonMessageCodec codec = JacksonMessageCodec.builder().build();

        assertThat(codec.read("Pid", codec.write(KEYED))).isEqualTo(KEYED);
        assertThat(codec.read("Pid", codec.write(OTHER))).isEqualTo(OTHER);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> codec.write(here.submit("waiting", "run", null)))
                .withMessageContaining("before the node starts");
    }

    @Test
    void whatIsNoAddressIsRefused() {
        JacksonMessageCodec codec =
                JacksonMessageCodec.builder().messages(Call.class).build();
        Map<String, String> wrong = Map.of(
                "{}", "type and key",
                "7", "type and key",
                "{\"node\":\"a\",\"number\":1.5}", "type and key",
                "{\"node\":7,\"number\":1}", "type and key",
                "{\"type\":\"a\",\"key\":\" \"}", "not blank");

        wrong.forEach((json, message) -> assertThatIllegalArgumentException()
                .isThrownBy(() -> codec.read("Pid", json.getBytes(StandardCharsets.UTF_8)))
                .withMessageContaining(message));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> codec.read(
                        codec.nameOf(Call.class),
                        "{\"order\":{\"node\":\"a\",\"number\":1}}".getBytes(StandardCharsets.UTF_8)))
                .withMessageContaining("KeyedPid");
    }

    /** What a codec needs of a cluster. */
    private static Cluster cluster(String node, Processes processes) {
        return (Cluster) Proxy.newProxyInstance(
                Cluster.class.getClassLoader(),
                new Class<?>[] {Cluster.class},
                (proxy, method, arguments) -> switch (method.getName()) {
                    case "processes" -> processes;
                    case "global" -> {
                        Pid pid = (Pid) arguments[0];
                        yield pid instanceof RemotePid || pid instanceof KeyedPid
                                ? pid
                                : new RemotePid(node, pid.number());
                    }
                    default -> throw new UnsupportedOperationException(method.getName());
                });
    }
}
