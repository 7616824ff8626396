package dev.gmp.process.cluster.internal.data;

import static dev.gmp.process.cluster.internal.data.DataNode.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.gmp.process.RemotePid;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Nodes that come and go. */
@Tag("long")
class LostNodeTest {

    private static final Supplier<CompletableFuture<Void>> NEVER = CompletableFuture::new;

    @Test
    void whatANodeHadGoesWithIt() {
        try (DataNode first = new DataNode((DataNode) null);
                DataNode second = new DataNode(first);
                DataNode third = new DataNode(first)) {
            List<DataNode> left = List.of(first, second);
            first.awaitMembers(3);
            assertThat(register(third, "lost", 1)).isTrue();
            third.data.groups().join("group", 1, NEVER);
            second.data.groups().join("group", 2, NEVER);
            third.data.keyStarted("order", 1, "4711");
            for (DataNode node : left) {
                await().until(() -> third.pid(1).equals(node.data.names().find("lost")));
                await().until(() -> node.data.groups().members("group").size() == 2);
                await().until(() -> SharedDataTest.load(node, "order", 1).contains("4711"));
            }

            RemotePid gone = third.pid(1);
            third.lose(first);
            first.awaitMembers(2);
            left.forEach(node -> node.located.clear());
            for (DataNode node : left) {
                await().until(() -> node.data.names().find("lost") == null);
                await().untilAsserted(() ->
                        assertThat(node.data.groups().members("group")).isEqualTo(Set.of(second.pid(2))));
                await().until(() -> node.located.size() == 3);
                assertThat(SharedDataTest.load(node, "order", 1)).containsExactly("4711");
            }
            assertThat(register(first, "lost", 7)).isTrue();
            await().until(() -> first.pid(7).equals(second.data.names().find("lost")));
            for (String set : List.of("names-" + Math.floorMod("lost".hashCode(), 64), groupSet(gone))) {
                await().ignoreExceptions()
                        .untilAsserted(() -> assertThat(first.replica()
                                        .read(set)
                                        .toCompletableFuture()
                                        .join())
                                .noneMatch(text -> text.endsWith(gone.toString())));
            }
        }
    }

    private static String groupSet(RemotePid pid) {
        return "groups-" + Math.floorMod(new Entry("group", true, pid).text().hashCode(), 64);
    }

    @Test
    void aNodeThatComesBackTellsAgainWhatItHas() {
        try (DataNode first = new DataNode((DataNode) null);
                DataNode second = new DataNode(first);
                DataNode third = new DataNode(first)) {
            first.awaitMembers(3);
            assertThat(register(second, "kept", 1)).isTrue();
            assertThat(register(second, "taken", 2)).isTrue();
            second.data.groups().join("group", 3, NEVER);
            String earlier = second.self().toString();
            second.lose(first);
            first.awaitMembers(2);
            assertThat(register(first, "taken", 9)).isTrue();

            second.liveAgain(first);
            assertThat(second.self().toString()).isNotEqualTo(earlier);
            for (DataNode node : List.of(first, second, third)) {
                await().until(() -> second.pid(1).equals(node.data.names().find("kept")));
                await().until(() -> first.pid(9).equals(node.data.names().find("taken")));
                await().untilAsserted(() ->
                        assertThat(node.data.groups().members("group")).isEqualTo(Set.of(second.pid(3))));
            }
        }
    }

    @Test
    void aNameWaitsUntilTheNodeTakesPart() {
        try (DataNode first = new DataNode((DataNode) null);
                DataNode second = new DataNode(new ClusterData(List.of()))) {
            first.awaitMembers(1);
            assertThat(register(first, "early", 1)).isTrue();
            CompletableFuture<Boolean> early =
                    second.data.names().register("early", 1, NEVER).toCompletableFuture();
            CompletableFuture<Boolean> free =
                    second.data.names().register("free", 1, NEVER).toCompletableFuture();
            second.join(first);
            assertThat(early.orTimeout(100, TimeUnit.SECONDS).join()).isFalse();
            assertThat(free.orTimeout(100, TimeUnit.SECONDS).join()).isTrue();
        }
    }

    @Test
    void aProcessThatEndsBeforeTheNodeTakesPartGetsNoName() {
        Names names = new ClusterData(List.of()).names();
        CompletableFuture<Void> ended = new CompletableFuture<>();
        CompletableFuture<Boolean> given =
                names.register("early", 1, () -> ended).toCompletableFuture();
        assertThat(given).isNotDone();
        ended.complete(null);
        assertThat(given).isCompletedWithValue(false);
    }

    private static boolean register(DataNode node, String name, long number) {
        return SharedDataTest.register(node, name, number, NEVER)
                .orTimeout(100, TimeUnit.SECONDS)
                .join();
    }
}
