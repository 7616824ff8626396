package dev.gmp.process.cluster.internal.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class DnsAddressesTest {

    private static final String NAME = "shop-nodes.default.svc.cluster.test";
    private static final Duration PAUSE = Duration.ofMillis(20);
    private static final Duration LIMIT = Duration.ofSeconds(100);

    /** That of {@link DnsAddresses}. */
    private static final Duration FIRST_TRY = Duration.ofSeconds(1);

    private DnsServer server;

    @BeforeEach
    void start() throws Exception {
        server = new DnsServer();
    }

    @AfterEach
    void stop() throws Exception {
        server.close();
    }

    @Test
    void allAddressesComeSortedByNumberAndOnce() throws Exception {
        server.set(NAME, "10.0.0.10", "10.0.0.9", "200.0.0.1", "10.0.0.9", "9.255.0.1");

        assertThat(lookUp(nodes(1))).containsExactly("9.255.0.1", "10.0.0.9", "10.0.0.10", "200.0.0.1");
    }

    @Test
    void eachLookUpAsksTheServerSoThatNewNodesAreSeenAtOnce() throws Exception {
        DnsAddresses nodes = nodes(1);
        server.set(NAME, "10.0.0.1");
        assertThat(lookUp(nodes)).containsExactly("10.0.0.1");

        server.set(NAME, "10.0.0.2", "10.0.0.3");

        assertThat(lookUp(nodes)).containsExactly("10.0.0.2", "10.0.0.3");
    }

    @Test
    void aNameWithTwoFamiliesCountsEachNodeOnce() throws Exception {
        server.set(NAME, "10.0.0.1", "fd00::1");

        assertThat(lookUp(nodes(1))).containsExactly("10.0.0.1");
    }

    @Test
    void aNameWithAddressesOfTheNewFamilyOnlyHasThem() throws Exception {
        server.set(NAME, "fd00::b", "fd00::a");

        assertThat(lookUp(nodes(1))).containsExactly("fd00:0:0:0:0:0:0:a", "fd00:0:0:0:0:0:0:b");
    }

    @Test
    void aLargeServiceIsAnsweredByTcp() throws Exception {
        server.set(NAME, IntStream.range(0, 200).mapToObj(i -> "10.0.1." + i).toArray(String[]::new));

        assertThat(lookUp(nodes(1))).hasSize(200).startsWith("10.0.1.0", "10.0.1.1", "10.0.1.2");
        assertThat(server.tcpQueries()).isPositive();
    }

    @Test
    void anUnknownNameHasNoAddresses() {
        assertThat(nodes(1).lookUp()).isEmpty();
        assertThat(server.queries()).isPositive();
    }

    @Test
    void withoutAServerThereAreNoAddresses() throws Exception {
        DnsAddresses nodes = nodes(1);
        server.close();

        assertThat(nodes.lookUp()).isEmpty();
    }

    @Test
    void aServerThatCannotBeAskedIsNone() {
        assertThat(new DnsAddresses("dns://127.0.0.1:65536/localhost", 1).lookUp())
                .contains("127.0.0.1");
    }

    @Test
    void aNameOfTheFileOfHostsIsKnown() {
        assertThat(new DnsAddresses(server.url() + "/localhost", 1).lookUp()).contains("127.0.0.1");
    }

    @Test
    void theRequiredNumberIsAwaited() throws Exception {
        server.set(NAME, "10.0.0.1", "10.0.0.2");
        CompletableFuture<List<String>> awaited = awaited(3);
        int before = server.queries();
        await().atMost(LIMIT).until(() -> server.queries() > before + 2 * DnsAddresses.EQUAL_ANSWERS);
        assertThat(awaited).isNotDone();

        server.set(NAME, "10.0.0.3", "10.0.0.1", "10.0.0.2");

        await().atMost(LIMIT).until(awaited::isDone);
        assertThat(awaited.get()).containsExactly("10.0.0.1", "10.0.0.2", "10.0.0.3");
    }

    @Test
    void anAnswerThatChangesIsNotTheLastOne() throws Exception {
        AtomicInteger answers = new AtomicInteger();
        server.beforeEachAnswer(() -> {
            int answer = Math.min(answers.incrementAndGet(), 20);
            server.set(NAME, "10.0.0.1", "10.0.1." + answer);
        });

        CompletableFuture<List<String>> awaited = awaited(2);

        await().atMost(LIMIT).until(awaited::isDone);
        assertThat(awaited.get()).containsExactly("10.0.0.1", "10.0.1.20");
        // The client asks twice if an answer takes long.
        assertThat(answers).hasValueGreaterThanOrEqualTo(19 + DnsAddresses.EQUAL_ANSWERS);
    }

    /** Until no answer comes too late for the first try of the client: on a busy machine it may give up. */
    private static List<String> lookUp(DnsAddresses nodes) {
        while (true) {
            long begun = System.nanoTime();
            List<String> found = nodes.lookUp();
            if (System.nanoTime() - begun < FIRST_TRY.toNanos()) {
                return found;
            }
        }
    }

    private DnsAddresses nodes(int required) {
        return new DnsAddresses(server.url() + "/" + NAME, required);
    }

    private CompletableFuture<List<String>> awaited(int required) {
        Executor threads = task -> new Thread(task, "awaits-addresses").start();
        return CompletableFuture.supplyAsync(
                () -> {
                    try {
                        return nodes(required).await(PAUSE, found -> false);
                    } catch (InterruptedException e) {
                        throw new AssertionError(e);
                    }
                },
                threads);
    }
}
