package dev.gmp.process.cluster.internal.node;

import static dev.gmp.process.cluster.internal.node.StringNode.LIMIT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gmp.process.Pid;
import dev.gmp.process.cluster.KeyedProcess;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What is there again when a node goes, by the public API of three nodes in one JVM. */
@Tag("long")
class SurvivalTest {

    private static final int KEYS = 60;

    private final MemoryStore store = new MemoryStore();
    private final Deque<StringNode> running = new ArrayDeque<>();

    @AfterEach
    void endAll() {
        running.parallelStream().forEach(StringNode::kill);
    }

    @Test
    void theSingletonIsHandedOverWhenItsNodeIsKilledOrLeaves() {
        startThree();
        StringNode holder = awaitHolder();
        awaitAnswerOfSingleton(holder);

        kill(holder);
        StringNode next = awaitHolder();
        awaitAnswerOfSingleton(running.getFirst());

        next.cluster.close();
        assertThat(next.alive).isEmpty();
        running.remove(next);
        assertThat(awaitHolder()).isEqualTo(running.getFirst());
        next.kill();
    }

    private static void awaitAnswerOfSingleton(StringNode node) {
        awaitAnswer(node, node.cluster.singleton(StringNode.SINGLETON).pid(), "get", "");
    }

    /** No message is sent to it. */
    private StringNode awaitHolder() {
        List<StringNode> holders = await().until(
                        () -> running.stream()
                                .filter(StringNode::holdsSingleton)
                                .toList(),
                        found -> !found.isEmpty());
        assertThat(holders).hasSize(1);
        return holders.get(0);
    }

    /** A node that stood still for a moment sends nothing, and of one that is gone not all nodes hear at once. */
    private static void awaitAnswer(StringNode node, Pid to, String message, String answer) {
        await().ignoreExceptions()
                .untilAsserted(() -> assertThat(node.ask(to, message)).isEqualTo(answer));
    }

    private static void awaitAnswer(StringNode node, String key, String message, String answer) {
        awaitAnswer(node, node.cluster.process(StringNode.ACCOUNT, key).pid(), message, answer);
    }

    @Test
    void rememberedKeysOfAKilledNodeAreAliveAgainWithTheirStateAndWithoutAMessage() {
        startThree();
        StringNode first = running.getFirst();
        for (int i = 0; i < KEYS; i++) {
            String key = "k" + i;
            awaitAnswer(first, key, "save:state of " + key, "saved");
        }
        Set<String> ended = Set.of("k3", "k4", "k5");
        Set<String> expected = IntStream.range(0, KEYS)
                .mapToObj(i -> "k" + i)
                .filter(key -> !ended.contains(key))
                .collect(Collectors.toSet());
        await().untilAsserted(() -> {
            for (String key : ended) { // once more, as a request does not follow a part that moves
                first.cluster.process(StringNode.ACCOUNT, key).cancel("not needed");
            }
            assertThat(aliveAccounts()).containsExactlyInAnyOrderElementsOf(expected);
        });
        StringNode victim = await().until(() -> otherWithAccounts(first), Optional::isPresent)
                .orElseThrow();

        kill(victim);

        await().untilAsserted(() -> assertThat(aliveAccounts()).containsExactlyInAnyOrderElementsOf(expected));
        for (StringNode node : running) {
            for (String key : expected) {
                awaitAnswer(node, key, "get", "state of " + key);
            }
        }
    }

    private Optional<StringNode> otherWithAccounts(StringNode first) {
        return running.stream()
                .filter(node -> node != first && node.alive.stream().anyMatch(key -> key.startsWith("k")))
                .findFirst();
    }

    /** With the same key twice if it is alive on two nodes. */
    private List<String> aliveAccounts() {
        List<String> alive = new ArrayList<>();
        running.forEach(
                node -> node.alive.stream().filter(key -> key.startsWith("k")).forEach(alive::add));
        return alive;
    }

    /** Two clusters that know nothing of each other have the same key, as after a wrong removal of a node. */
    @Test
    void anOlderProcessOfAKeyOverwritesNothingAndEnds() {
        StringNode older = start(null).awaitUp();
        StringNode newer = start(null).awaitUp();
        awaitAnswer(older, "k", "save:1", "saved");
        awaitAnswer(newer, "k", "get", "1");
        awaitAnswer(newer, "k", "save:2", "saved");
        awaitAnswer(older, "k", "get", "1");

        KeyedProcess old = older.cluster.process(StringNode.ACCOUNT, "k");
        old.send("save:lost");
        await().until(() -> !older.alive.contains("k"));

        assertThat(store.state(old.pid())).isEqualTo("2");
        awaitAnswer(newer, "k", "save:3", "saved");
        awaitAnswer(older, "k", "get", "3");
    }

    @Test
    void namesLeadToProcessesOfOtherNodes() {
        startThree();
        List<StringNode> nodes = List.copyOf(running);
        StringNode owner = nodes.get(2);
        Pid pid = owner.submit();
        assertThat(register(owner, "printer", pid)).isTrue();
        for (StringNode node : nodes) {
            await().until(() -> owner.cluster.global(pid).equals(node.cluster.find("printer")));
            assertThat(register(node, "printer", node.submit())).isFalse();
            await().ignoreExceptions()
                    .until(() -> node.ask(node.cluster.find("printer"), "get").isEmpty());
        }
        assertThat(register(owner, "second name", owner.cluster.global(pid))).isTrue();
        assertThatThrownBy(() -> nodes.get(0).cluster.register("x", owner.cluster.global(pid)))
                .isInstanceOf(IllegalArgumentException.class);

        owner.processes.cancel(pid, "not needed");
        for (StringNode node : nodes) {
            await().until(() -> node.cluster.find("printer") == null);
        }
        await().until(() -> register(nodes.get(0), "printer", nodes.get(0).submit()));
    }

    /** Once more if no majority of the nodes has answered in time. */
    private static boolean register(StringNode node, String name, Pid pid) {
        return await().ignoreExceptions()
                .until(
                        () -> node.cluster
                                .register(name, pid)
                                .toCompletableFuture()
                                .join(),
                        Objects::nonNull);
    }

    @Test
    void aBroadcastReachesTheMembersOnAllNodes() {
        startThree();
        Set<Pid> members = new HashSet<>();
        Pid ending = null;
        for (StringNode node : running) {
            for (int i = 0; i < 2; i++) {
                Pid pid = node.submit();
                node.cluster.join("all", pid);
                members.add(node.cluster.global(pid));
                ending = pid;
            }
        }
        awaitMembers(members);
        for (StringNode node : running) {
            await().until(() -> node.cluster.broadcast("all", "to each") == members.size());
        }
        await().until(() ->
                running.stream().allMatch(node -> Set.copyOf(node.received).size() == 2 && node.received.size() >= 6));
        assertThat(running.getFirst().cluster.broadcast("none", "x")).isZero();

        StringNode last = running.getLast();
        last.processes.end(ending, "test");
        members.remove(last.cluster.global(ending));
        awaitMembers(members);

        members.removeIf(pid -> pid.toString().contains(last.address() + "/"));
        kill(last);
        assertThat(members).hasSize(4);
        awaitMembers(members);
        await().until(() -> running.getFirst().cluster.broadcast("all", "after") == 4);
    }

    private void awaitMembers(Set<Pid> members) {
        for (StringNode node : running) {
            await().untilAsserted(() -> assertThat(node.cluster.members("all")).isEqualTo(members));
        }
    }

    private void startThree() {
        StringNode first = start(null);
        start(first);
        start(first);
        running.forEach(StringNode::awaitUp);
    }

    private StringNode start(@Nullable StringNode seed) {
        StringNode node = new StringNode(store, seed);
        running.addLast(node);
        return node;
    }

    private void kill(StringNode node) {
        running.remove(node);
        node.kill();
    }

    private static ConditionFactory await() {
        return Awaitility.await().atMost(LIMIT).pollDelay(Duration.ZERO);
    }
}
