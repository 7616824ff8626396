package dev.gmp.process.cluster.internal.data;

import static dev.gmp.process.cluster.internal.data.DataNode.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.gmp.process.Pid;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Three nodes that stay. The end of a process is awaited once, so a process that ends has its number in one test only. */
@Tag("long")
class SharedDataTest {

    private static final Supplier<CompletableFuture<Void>> NEVER = CompletableFuture::new;
    private static List<DataNode> nodes;

    @BeforeAll
    static void start() {
        DataNode first = new DataNode((DataNode) null);
        nodes = List.of(first, new DataNode(first), new DataNode(first));
        nodes.forEach(node -> node.awaitMembers(3));
    }

    @AfterAll
    static void stop() {
        nodes.forEach(DataNode::close);
    }

    @Test
    void ofProcessesThatWantANameAtOnceOneGetsIt() {
        for (int round = 0; round < 20; round++) {
            String name = "name-" + round;
            List<CompletableFuture<Boolean>> given = new ArrayList<>();
            for (DataNode node : nodes) {
                given.add(register(node, name, 1, NEVER));
                given.add(register(node, name, 2, NEVER));
            }
            List<Integer> winners = IntStream.range(0, given.size())
                    .filter(i -> given.get(i).orTimeout(100, TimeUnit.SECONDS).join())
                    .boxed()
                    .toList();
            assertThat(winners).as(name).hasSize(1);
            Pid winner = nodes.get(winners.get(0) / 2).pid(winners.get(0) % 2 + 1);
            awaitFound(name, winner);
        }
    }

    @Test
    void aProcessMayAskForItsNameAgain() {
        assertThat(register(nodes.get(0), "again", 5, NEVER).join()).isTrue();
        assertThat(register(nodes.get(0), "again", 5, NEVER).join()).isTrue();
        assertThat(register(nodes.get(0), "again", 6, NEVER).join()).isFalse();
        assertThat(register(nodes.get(1), "again", 5, NEVER).join()).isFalse();
    }

    @Test
    void aProcessThatDoesNotGetANameHoldsNothing() {
        Names losing = nodes.get(1).data.names();
        assertThat(register(nodes.get(0), "one", 41, NEVER).join()).isTrue();
        assertThat(register(nodes.get(1), "one", 42, NEVER).join()).isFalse();
        assertThat(losing.subjects(42)).isEmpty();

        CompletableFuture<Void> ended = new CompletableFuture<>();
        assertThat(register(nodes.get(1), "other", 43, () -> ended).join()).isTrue();
        assertThat(losing.subjects(43)).containsExactly("other");
        ended.complete(null);
        awaitFound("other", null);
    }

    @Test
    void aNameIsFreeWhenItsProcessHasEnded() {
        CompletableFuture<Void> ended = new CompletableFuture<>();
        assertThat(register(nodes.get(0), "free", 21, () -> ended).join()).isTrue();
        awaitFound("free", nodes.get(0).pid(21));

        ended.completeExceptionally(new IllegalStateException("failed"));
        awaitFound("free", null);
        await().until(() -> register(nodes.get(1), "free", 22, NEVER).join());
        awaitFound("free", nodes.get(1).pid(22));
    }

    @Test
    void aProcessThatHasEndedGetsNoName() {
        assertThat(register(nodes.get(0), "late", 31, () -> CompletableFuture.completedFuture(null))
                        .join())
                .isFalse();
        await().until(() -> register(nodes.get(1), "late", 32, NEVER).join());
    }

    /** As after a division, in which each part has given the name. */
    @Test
    void ofTwoConfirmedEntriesOneStays() {
        List<DataNode> ordered =
                nodes.stream().sorted((a, b) -> entry(a).compareTo(entry(b))).toList();
        DataNode smaller = ordered.get(0);
        DataNode larger = ordered.get(2);
        assertThat(register(larger, "divided", 1, NEVER).join()).isTrue();

        Replica replica = smaller.replica();
        String set = "names-" + Math.floorMod("divided".hashCode(), 64);
        replica.add(set, entry(smaller).text());
        awaitFound("divided", smaller.pid(1));
        await().ignoreExceptions()
                .until(() -> !replica.read(set)
                        .toCompletableFuture()
                        .join()
                        .contains(entry(larger).text()));
    }

    private static Entry entry(DataNode node) {
        return new Entry("divided", true, node.pid(1));
    }

    @Test
    void membersAreKnownOnAllNodes() {
        CompletableFuture<Void> ended = new CompletableFuture<>();
        for (DataNode node : nodes) {
            node.data.groups().join("all", 1, NEVER);
            node.data.groups().join("all", 2, () -> ended);
            node.data.groups().join("all", 3, NEVER);
            node.data.groups().join("other", 4, NEVER);
        }
        awaitMembers("all", pids(1, 2, 3));

        ended.complete(null);
        nodes.forEach(node -> node.data.groups().leave("all", 3));
        awaitMembers("all", pids(1));
        awaitMembers("other", pids(4));
        awaitMembers("nobody", Set.of());
        assertThat(nodes.get(0).data.groups().members("all").iterator().next())
                .isEqualTo(nodes.get(0).pid(1));
    }

    /** A process may join and leave for all its life. */
    @Test
    void aProcessIsFollowedOnce() {
        Groups groups = nodes.get(0).data.groups();
        CompletableFuture<Void> ended = new CompletableFuture<>();
        AtomicInteger asked = new AtomicInteger();
        Supplier<CompletableFuture<Void>> end = () -> {
            asked.incrementAndGet();
            return ended;
        };
        for (int i = 0; i < 10; i++) {
            groups.join("often-" + i, 100, end);
            groups.leave("often-" + i, 100);
            groups.join("often-" + i % 2, 100, end);
        }
        assertThat(asked).hasValue(1);

        ended.complete(null);
        assertThat(groups.members("often-0")).isEmpty();
        assertThat(groups.members("often-1")).isEmpty();
        groups.join("often-0", 100, end);
        assertThat(groups.members("often-0")).isEmpty();
        assertThat(asked).hasValue(2);
    }

    @Test
    void aGroupMayBeLarge() {
        int size = 3000;
        for (int i = 1; i <= size; i++) {
            nodes.get(i % 3).data.groups().join("large", i, NEVER);
        }
        await().untilAsserted(() -> assertThat(nodes)
                .allMatch(node -> node.data.groups().members("large").size() == size));
    }

    @Test
    void shardsOfRememberedTypesOfTheOwnRoleAreWokenUp() {
        for (DataNode node : nodes) {
            await().untilAsserted(() -> assertThat(node.located).isEqualTo(Set.of("order/0", "order/1", "order/2")));
            node.located.clear();
        }
        for (DataNode node : nodes) {
            await().untilAsserted(() -> assertThat(node.located).hasSize(3));
        }
    }

    @Test
    void keysAreRememberedByShard() {
        ClusterData data = nodes.get(0).data;
        for (int i = 0; i < 1000; i++) {
            data.keyStarted("order", i % 2, "key-" + i);
            data.keyStarted("report", i % 2, "key-" + i);
        }
        Set<String> expected =
                IntStream.range(0, 500).mapToObj(i -> "key-" + 2 * i).collect(Collectors.toSet());
        for (DataNode node : nodes) {
            await().untilAsserted(() -> assertThat(load(node, "order", 0)).isEqualTo(expected));
        }
        expected.forEach(key -> data.keyEnded("order", 0, key));
        nodes.get(1).data.keyStarted("order", 0, "of-another-node");
        for (DataNode node : nodes) {
            await().untilAsserted(() -> assertThat(load(node, "order", 0)).containsExactly("of-another-node"));
            await().untilAsserted(() -> assertThat(load(node, "order", 1)).hasSize(500));
            assertThat(load(node, "order", 2)).isEmpty();
            await().untilAsserted(() -> assertThat(load(node, "report", 0)).hasSize(500));
        }
    }

    /** Once more if no majority has answered in time, as the engine does. */
    static Set<String> load(DataNode node, String type, int shard) {
        return await().ignoreExceptions()
                .until(
                        () -> node.data
                                .load(type, shard)
                                .toCompletableFuture()
                                .orTimeout(60, TimeUnit.SECONDS)
                                .join(),
                        Objects::nonNull);
    }

    /** Once more if no majority has answered in time. */
    static CompletableFuture<Boolean> register(
            DataNode node, String name, long number, Supplier<CompletableFuture<Void>> ended) {
        return node.data
                .names()
                .register(name, number, ended)
                .toCompletableFuture()
                .exceptionallyCompose(error -> register(node, name, number, ended));
    }

    private static void awaitFound(String name, Pid pid) {
        for (DataNode node : nodes) {
            await().untilAsserted(() ->
                    assertThat(node.data.names().find(name)).as(name).isEqualTo(pid));
        }
    }

    private static void awaitMembers(String group, Set<Pid> members) {
        for (DataNode node : nodes) {
            await().untilAsserted(
                            () -> assertThat(node.data.groups().members(group)).isEqualTo(members));
        }
    }

    private static Set<Pid> pids(long... numbers) {
        return nodes.stream()
                .flatMap(node -> Arrays.stream(numbers).<Pid>mapToObj(node::pid))
                .collect(Collectors.toSet());
    }
}
