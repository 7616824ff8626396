package dev.gmp.process.cluster.internal.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.gmp.GmpScheduler;
import dev.gmp.process.Processes;
import dev.gmp.process.cluster.Cluster;
import dev.gmp.process.cluster.ClusterBuilder;
import dev.gmp.process.cluster.ClusterSnapshot;
import dev.gmp.process.cluster.ClusterSnapshot.Status;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.assertj.core.groups.Tuple;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** Three nodes with an address each, as pods have them, that know a name of a DNS server only. */
@Tag("long")
class JoiningByDnsTest {

    private static final Duration LIMIT = Duration.ofSeconds(120);
    private static final Path MANIFESTS = Path.of("..", "docs", "kubernetes", "gmp-cluster.yml");
    private static final Pattern VARIABLE = Pattern.compile("- name: (\\w+)\\n +value: (.+)\\n");

    private final Deque<Node> nodes = new ArrayDeque<>();

    @AfterEach
    void endAll() {
        nodes.parallelStream().forEach(Node::kill);
    }

    @Test
    @EnabledOnOs(value = OS.LINUX, disabledReason = "only Linux has all addresses 127.*")
    void nodesOfTheManifestsFoundAClusterWhenAllAreThereAndALaterOneNeedsNotAll() throws Exception {
        String manifests = Files.readString(MANIFESTS);
        String name = variable(manifests, "GMP_CLUSTER_DNS_NAME").replace("$(POD_NAMESPACE)", "default");
        int required =
                Integer.parseInt(variable(manifests, "GMP_CLUSTER_DNS_REQUIRED").replace("\"", ""));
        assertThat(required).isEqualTo(3);
        int port = TestNode.freePort("127.0.0.2");
        try (DnsServer dns = new DnsServer()) {
            dns.set(name, "127.0.0.3", "127.0.0.4");
            Node second = new Node("127.0.0.3", port, dns.url() + "/" + name, required);
            Node third = new Node("127.0.0.4", port, dns.url() + "/" + name, required);
            int before = dns.queries();
            await().atMost(LIMIT).until(() -> dns.queries() > before + 4 * DnsAddresses.EQUAL_ANSWERS);
            assertThat(List.of(second, third)).allMatch(node -> node.snapshot().status() == Status.JOINING);

            dns.set(name, "127.0.0.3", "127.0.0.4", "127.0.0.2");
            Node first = new Node("127.0.0.2", port, dns.url() + "/" + name, required);

            await().atMost(LIMIT)
                    .untilAsserted(() -> assertThat(List.of(first, second, third))
                            .allSatisfy(node -> assertThat(node.snapshot().members())
                                    .extracting(ClusterSnapshot.Member::address, ClusterSnapshot.Member::status)
                                    .containsExactlyInAnyOrder(
                                            member("127.0.0.2", port),
                                            member("127.0.0.3", port),
                                            member("127.0.0.4", port))));

            Node late = new Node("127.0.0.5", port, dns.url() + "/" + name, 9);
            await().atMost(LIMIT).until(() -> late.snapshot().status() == Status.UP);
            await().atMost(LIMIT).until(() -> late.snapshot().members().size() == 4);
        }
    }

    @Test
    @EnabledOnOs(value = OS.LINUX, disabledReason = "only Linux has all addresses 127.*")
    void aClusterIsFoundedWhileAPublishedAddressDoesNotAnswer() throws Exception {
        int port = TestNode.freePort("127.0.0.2");
        try (DnsServer dns = new DnsServer()) {
            dns.set("shop", "127.0.0.2", "127.0.0.3", "127.0.0.4");
            Node first = new Node("127.0.0.2", port, dns.url() + "/shop", 3);
            Node second = new Node("127.0.0.3", port, dns.url() + "/shop", 3);

            await().atMost(LIMIT)
                    .untilAsserted(() -> assertThat(List.of(first, second))
                            .allSatisfy(node -> assertThat(node.snapshot().members())
                                    .extracting(ClusterSnapshot.Member::address, ClusterSnapshot.Member::status)
                                    .containsExactlyInAnyOrder(member("127.0.0.2", port), member("127.0.0.3", port))));
        }
    }

    private static Tuple member(String host, int port) {
        return Tuple.tuple(host + ":" + port, "Up");
    }

    private static String variable(String manifests, String name) {
        Matcher variable = VARIABLE.matcher(manifests);
        while (variable.find()) {
            if (variable.group(1).equals(name)) {
                return variable.group(2);
            }
        }
        throw new AssertionError("no " + name);
    }

    private final class Node {

        final GmpScheduler scheduler = GmpScheduler.builder().build();
        final Processes processes;
        final Cluster cluster;

        Node(String host, int port, String dnsName, int required) {
            ClusterBuilder builder =
                    Cluster.builder("bank").host(host).port(port).dns(dnsName, required);
            processes = builder.connect(Processes.builder(scheduler)).build();
            cluster = builder.start(processes);
            nodes.push(this);
        }

        ClusterSnapshot snapshot() {
            return cluster.snapshot();
        }

        void kill() {
            ((ClusterNode) cluster).kill();
            processes.close();
            scheduler.close();
        }
    }
}
