package dev.gmp.spring.cluster;

import static dev.gmp.spring.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.gmp.process.SendResult;
import dev.gmp.process.cluster.Cluster;
import dev.gmp.process.cluster.ClusterSnapshot;
import dev.gmp.process.cluster.ClusterSnapshot.Status;
import dev.gmp.process.cluster.ClusterSnapshot.TypeSnapshot;
import dev.gmp.process.cluster.KeyedProcess;
import dev.gmp.spring.cluster.Account.Balance;
import dev.gmp.spring.cluster.Account.Deposit;
import dev.gmp.spring.cluster.OncePerClusterTests.Counts;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.context.LifecycleAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Configuration;

/** Two applications in one JVM as nodes of a cluster. */
class TwoNodesTests {

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final int KEYS = 40;

    @Test
    void eachKeyHasOneProcessWhicheverNodeIsAsked() {
        Node.first()
                .run(first -> Node.besides(first).run(second -> {
                    Node.awaitMembers(2, first, second);
                    awaitSpread(second, first);
                    Set<String> nodes = new TreeSet<>();
                    for (int i = 0; i < KEYS; i++) {
                        Balance one = deposit(first, "key-" + i, 1);
                        Balance other = deposit(second, "key-" + i, 2);
                        assertThat(other).isEqualTo(new Balance("key-" + i, 3, one.node()));
                        nodes.add(one.node());
                    }
                    assertThat(nodes).containsExactlyInAnyOrder(Node.address(first), Node.address(second));
                }));
    }

    @Test
    void whatANodeHadIsOnTheOtherWhenItHasStoppedInOrder() {
        AtomicReference<List<String>> ended = new AtomicReference<>();
        AtomicReference<Cluster> left = new AtomicReference<>();
        Node.first().run(first -> {
            withTimeToLeave(Node.besides(first)).run(second -> {
                Node.awaitMembers(2, first, second);
                awaitSpread(second, first);
                for (int i = 0; i < KEYS; i++) {
                    deposit(first, "key-" + i, 1);
                }
                left.set(second.getBean(Cluster.class));
                ended.set(second.getBean("ended", List.class));
            });
            assertThat(left.get().snapshot().status()).isEqualTo(Status.CLOSED);
            assertThat(ended.get())
                    .as("asked to end while its node still had processes")
                    .isNotEmpty()
                    .noneMatch(key -> key.startsWith(Account.TOO_LATE));
            for (int i = 0; i < KEYS; i++) {
                int alone = ended.get().contains("key-" + i) ? 1 : 2;
                assertThat(deposit(first, "key-" + i, 1))
                        .isEqualTo(new Balance("key-" + i, alone, Node.address(first)));
            }
        });
    }

    @Test
    void anAddressMayBeKeptFromTheBeginningAndIsUnreachableUntilTheNodeJoins() {
        Node.first().withUserConfiguration(Early.class).run(context -> {
            Early early = context.getBean(Early.class);
            assertThat(early.sent).isEqualTo(SendResult.UNREACHABLE);
            assertThat(early.seen.status()).isEqualTo(Status.JOINING);
            assertThat(early.refused)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("such as in an ApplicationRunner");
            Node.awaitMembers(1, context);
            assertThat(early.account.ask(new Deposit(5), Balance.class, PATIENCE))
                    .succeedsWithin(PATIENCE)
                    .extracting(Balance::amount)
                    .isEqualTo(5);
            assertThat(early.roundTrips).as("the first question is timed").hasSize(1);
        });
    }

    @Test
    void aNodeThatABeanHasClosedDoesNotJoin() {
        Node.first().withUserConfiguration(Closing.class).run(context -> {
            assertThat(context).hasNotFailed();
            assertThat(context.getBean(Cluster.class).snapshot().status()).isEqualTo(Status.CLOSED);
        });
    }

    @Test
    void aScheduledMethodRunsOnOneNodeAndOnTheOtherWhenThatHasLeft() {
        Node.first().withUserConfiguration(OncePerClusterTests.Jobs.class).run(first -> {
            Counts one = first.getBean(Counts.class);
            await().until(() -> one.once.get() > 0);
            Node.besides(first)
                    .withUserConfiguration(OncePerClusterTests.Jobs.class)
                    .run(second -> {
                        Node.awaitMembers(2, first, second);
                        Counts other = second.getBean(Counts.class);
                        int beats = other.each.get();
                        await().until(() -> other.each.get() > beats + 20);
                        assertThat(other.once)
                                .as("the older node holds the singleton")
                                .hasValue(0);

                        first.getSourceApplicationContext().close();
                        await().until(() -> other.once.get() > 0);
                        int last = one.once.get();
                        int more = other.once.get();
                        await().until(() -> other.once.get() > more + 5);
                        assertThat(one.once).hasValue(last);
                    });
        });
    }

    /** On a busy machine too, all its processes are asked to end, and end, before it stops anything else. */
    private static ApplicationContextRunner withTimeToLeave(ApplicationContextRunner node) {
        return node.withConfiguration(AutoConfigurations.of(LifecycleAutoConfiguration.class))
                .withPropertyValues(
                        "gmp.cluster.shutdown.timeout=100s", "spring.lifecycle.timeout-per-shutdown-phase=110s");
    }

    /** Until the node has its half of the shards, so that none will move by itself. A member may have none for a moment. */
    private static void awaitSpread(ApplicationContext node, ApplicationContext asked) {
        AtomicInteger keys = new AtomicInteger();
        await().until(() -> {
            deposit(asked, "first-" + keys.incrementAndGet(), 1);
            TypeSnapshot accounts =
                    asked.getBean(Cluster.class).snapshot().types().get("account");
            List<String> owners = List.copyOf(accounts.owners().values());
            return owners.size() == accounts.shards()
                    && Collections.frequency(owners, Node.address(node)) == accounts.shards() / 2;
        });
    }

    static Balance deposit(ApplicationContext node, String key, int amount) {
        KeyedProcess account = node.getBean(Cluster.class).process("account", key);
        return account.ask(new Deposit(amount), Balance.class, PATIENCE).join();
    }

    @Configuration(proxyBeanMethods = false)
    static class Closing {

        Closing(Cluster cluster) {
            cluster.close();
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Early {

        private final KeyedProcess account;
        private final SendResult sent;
        private final ClusterSnapshot seen;
        private final Throwable refused;
        private final List<Duration> roundTrips = new CopyOnWriteArrayList<>();

        Early(Cluster cluster) {
            account = cluster.process("account", "early");
            sent = account.send(new Deposit(1));
            seen = cluster.snapshot();
            refused = catchThrowable(() -> cluster.find("desk"));
            cluster.onRoundTrip(roundTrips::add);
        }
    }
}
