package dev.gmp.process.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gmp.GmpScheduler;
import dev.gmp.config.InvalidSettingException;
import dev.gmp.process.ProcessType;
import dev.gmp.process.Processes;
import java.net.InetAddress;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class ClusterBuilderTest {

    sealed interface Shape permits Circle {}

    record Circle(int radius) implements Shape {}

    @Test
    void badSettingsAreNamedWithTheirRange() {
        assertThatThrownBy(() -> Cluster.builder(" "))
                .hasMessage("name must be not blank, without control characters, but was ' '");
        for (String host : new String[] {"a b", "a:7355", "10.0.0.1:7355", "[x]", "[a]"}) {
            assertBad(node -> node.host(host), "host must be a host name or an IP address, but was '" + host + "'");
        }
        Cluster.builder("test").host("::1").host("[fd00::5]").seedNodes("[::1]:7355", "a:7355");
        assertBad(node -> node.port(65_536), "port must be from 0 to 65535, but was 65536");
        assertBad(node -> node.port(-1), "port must be from 0 to 65535, but was -1");
        assertBad(node -> node.roles("dc-1"), "roles must be not blank, and not begin with dc-, but was 'dc-1'");
        for (String seed :
                new String[] {"a", "a:", "a:0", "a:70000", ":1", "pekko://gmp@a:1", "::1:7355", "[x]:7355"}) {
            assertBad(
                    node -> node.seedNodes(seed),
                    "seed-nodes must be of the form host:port, with a port from 1 to 65535, but was '" + seed + "'");
        }
        for (String name : new String[] {"", " ", "a/b", "ldap://a/b", "dns://a/b/c", "dns://a:b/c", "dns:///c"}) {
            assertBad(node -> node.dns(name, 2), "dns.name must be a name of the DNS, but was '" + name + "'");
        }
        assertBad(
                node -> node.dns("dns://a:65536/nodes", 2),
                "dns.name must be a name of the DNS, but was 'dns://a:65536/nodes'");
        Cluster.builder("test").dns("dns://10.0.0.1:53/nodes.svc", 2).dns("dns://a/nodes", 2);
        assertBad(node -> node.dns("nodes", 0), "dns.required must be from 1 to 1000, but was 0");
        assertBad(node -> node.maxMessageBytes(1023), "max-message-size must be from 1024 to 16777216, but was 1023");
        assertBad(node -> node.bufferSize(0), "buffer.size must be from 1 to 10000000, but was 0");
        assertBad(
                node -> node.bufferTimeout(Duration.ZERO), "buffer.timeout must be from PT0.1S to PT1H, but was PT0S");
        assertBad(
                node -> node.handOverTimeout(Duration.ofSeconds(-1)),
                "hand-over.timeout must be from PT0S to PT1H, but was PT-1S");
        assertBad(
                node -> node.shutdownTimeout(Duration.ofMillis(999)),
                "shutdown.timeout must be from PT1S to PT1H, but was PT0.999S");
        assertBad(
                node -> node.stableAfter(Duration.ofHours(2)),
                "failure.stable-after must be from PT1S to PT1H, but was PT2H");
        assertBad(
                node -> node.acceptablePause(Duration.ofMillis(1)),
                "failure.acceptable-pause must be from PT0.5S to PT1H, but was PT0.001S");
    }

    /** Debian gives a machine's own name the address 127.0.1.1. */
    @Test
    void aDefaultHostThatOthersCannotReachIsRefused() throws Exception {
        InetAddress loopback = InetAddress.getByName("127.0.1.1");

        assertThat(SettingChecks.defaultHost(loopback, false)).isEqualTo("127.0.1.1");
        assertThat(SettingChecks.defaultHost(InetAddress.getByName("10.0.0.1"), true))
                .isEqualTo("10.0.0.1");
        assertThatThrownBy(() -> SettingChecks.defaultHost(loopback, true))
                .hasMessage("host must be set: this machine's own name leads to 127.0.1.1, which other nodes cannot"
                        + " reach, but was absent");
    }

    @Test
    void whatDoesNotFitTogetherIsRefused() {
        KeyedType type = KeyedType.of(ProcessType.of("order", () -> null, "run"));
        ClusterBuilder twice = Cluster.builder("test").register(type);
        assertThatThrownBy(() -> twice.register(type)).hasMessage("keyed type 'order' is registered already");
        try (GmpScheduler scheduler = GmpScheduler.builder().build()) {
            assertThatThrownBy(() -> Cluster.builder("test")
                            .register(type.withState(String.class))
                            .connect(Processes.builder(scheduler)))
                    .hasMessage("The type 'order' has a state, and there is no state store");
            assertThatThrownBy(() -> Cluster.builder("test")
                            .host("127.0.0.1")
                            .register(type.withState(StringBuilder.class))
                            .stateStore(noStates())
                            .connect(Processes.builder(scheduler)))
                    .isInstanceOf(UnregisteredMessageException.class)
                    .hasMessageContaining("java.lang.StringBuilder");
            assertThatThrownBy(() -> Cluster.builder("test")
                            .host("127.0.0.1")
                            .register(type.withState(Shape.class))
                            .messages(Shape.class)
                            .stateStore(noStates())
                            .connect(Processes.builder(scheduler)))
                    .isInstanceOf(UnregisteredMessageException.class)
                    .hasMessage("The state of the type 'order' must be one concrete registered class, and "
                            + Shape.class.getName() + " is abstract");
            assertThatThrownBy(() ->
                            Cluster.builder("test").dns("nodes", 2).port(0).connect(Processes.builder(scheduler)))
                    .hasMessage("Discovery by DNS needs a fixed port and no seed nodes");
            Processes processes = Processes.builder(scheduler).build();
            assertThatThrownBy(() -> Cluster.builder("test").start(processes))
                    .hasMessage("connect has not been called");
        }
    }

    private static void assertBad(Consumer<ClusterBuilder> setting, String message) {
        assertThatThrownBy(() -> setting.accept(Cluster.builder("test")))
                .isInstanceOf(InvalidSettingException.class)
                .hasMessage(message);
    }

    private static StateStore noStates() {
        return new StateStore() {
            @Override
            public Optional<Saved> load(KeyedPid pid) {
                return Optional.empty();
            }

            @Override
            public void save(KeyedPid pid, long replaced, byte[] state) {}
        };
    }
}
