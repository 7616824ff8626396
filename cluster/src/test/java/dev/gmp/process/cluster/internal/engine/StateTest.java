package dev.gmp.process.cluster.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.gmp.GmpScheduler;
import dev.gmp.process.Event;
import dev.gmp.process.Processes;
import dev.gmp.process.SendResult;
import dev.gmp.process.cluster.ClusterSnapshot.TypeSnapshot;
import dev.gmp.process.cluster.KeyedPid;
import dev.gmp.process.cluster.KeyedProcess;
import dev.gmp.process.cluster.KeyedType;
import dev.gmp.process.cluster.SaveState;
import dev.gmp.process.cluster.StaleStateException;
import dev.gmp.process.cluster.StateStore;
import dev.gmp.process.cluster.UndeliveredException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Processes that keep a state. */
@Timeout(300)
class StateTest {

    private static final Duration LONG = Duration.ofSeconds(60);
    private static final int SHARD = KeyedRoutes.shardOf("a", 4);

    private final Store store = new Store();
    private final Queue<Object> seen = new ConcurrentLinkedQueue<>();

    /** Adds numbers up. Saves after each message; "end" ends it. */
    private final KeyedType type = Keyed.single((self, events, out) -> {
                if (self.steps == 1) {
                    seen.add("starts with "
                            + self.keyed()
                                    .savedState(Integer.class)
                                    .map(Object::toString)
                                    .orElse("nothing"));
                }
                for (Event event : events) {
                    if (event instanceof Event.YieldComplete complete) {
                        seen.add(complete.error() == null ? "saved" : complete.error());
                    } else if (event instanceof Event.Message message
                            && message.data().equals("end")) {
                        out.done(null);
                        return;
                    } else if (event instanceof Event.Message message) {
                        out.yield(new SaveState(message.data()));
                        out.idle();
                    }
                }
            })
            .withState(Integer.class);

    private static final class Store implements StateStore {

        final Map<KeyedPid, Saved> states = new ConcurrentHashMap<>();
        final Semaphore loads = new Semaphore(1_000);
        final Semaphore saves = new Semaphore(1_000, true);
        final AtomicInteger calls = new AtomicInteger();
        volatile boolean fails;

        @Override
        public Optional<Saved> load(KeyedPid pid) throws Exception {
            loads.acquire();
            if (fails) {
                throw new IllegalStateException("no connection");
            }
            return Optional.ofNullable(states.get(pid));
        }

        @Override
        public void save(KeyedPid pid, long replaced, byte[] state) throws Exception {
            calls.incrementAndGet();
            saves.acquire();
            if (fails) {
                throw new IllegalStateException("no connection");
            }
            states.compute(pid, (key, now) -> {
                if ((now == null ? 0 : now.version()) != replaced) {
                    throw new StaleStateException(pid, replaced);
                }
                return new Saved(replaced + 1, state);
            });
        }

        Object state(String key) {
            return new HandleCodec()
                    .read(
                            Integer.class.getName(),
                            states.get(new KeyedPid("counted", key)).state());
        }
    }

    private void awaitSeen(Object... messages) {
        await().atMost(LONG).untilAsserted(() -> assertThat(seen).containsExactly(messages));
    }

    private TestCluster cluster() {
        return new TestCluster(1, TestNode.settings(store, type));
    }

    @Test
    void itStartsWithWhatWasSavedLastAndMessagesWaitForIt() {
        try (TestCluster cluster = cluster()) {
            KeyedProcess process = cluster.node(0).process("a");
            store.loads.drainPermits();
            process.send(1);
            process.send("end");
            process.send("end");
            await().atMost(LONG)
                    .untilAsserted(
                            () -> assertThat(cluster.node(0).engine.types().get("counted"))
                                    .returns(1L, TypeSnapshot::localProcesses)
                                    .returns(3L, TypeSnapshot::buffered));
            assertThat(seen).isEmpty();
            store.loads.release(1_000);
            await().atMost(LONG).until(() -> seen.contains("starts with 1"));
            seen.remove("saved"); // the first process hears it, or has ended before
            assertThat(seen).containsExactly("starts with nothing", "starts with 1");
            await().atMost(LONG).until(() -> cluster.node(0).processes.size() == 0);
            assertThat(store.state("a")).isEqualTo(1);
        }
    }

    @Test
    void savesAreCarriedOutInOrderAndTheNextProcessWaitsForThem() {
        try (TestCluster cluster = cluster()) {
            KeyedProcess process = cluster.node(0).process("a");
            store.saves.drainPermits();
            for (int i = 0; i < 50; i++) {
                process.send(i);
            }
            process.send("end");
            await().atMost(LONG)
                    .until(() -> !seen.isEmpty() && cluster.node(0).processes.size() == 0);
            process.send(50);
            assertThat(seen).containsExactly("starts with nothing");
            store.saves.release(1_000);
            awaitSeen("starts with nothing", "starts with 49", "saved");
            assertThat(store.states.get(process.pid()).version()).isEqualTo(51);
            assertThat(store.state("a")).isEqualTo(50);
        }
    }

    @Test
    void aProcessWhoseStateIsStaleEndsAndTheNextOneStartsWithTheOther() {
        try (TestCluster cluster = cluster()) {
            KeyedProcess process = cluster.node(0).process("a");
            process.send(1);
            awaitSeen("starts with nothing", "saved");
            store.states.put(process.pid(), new StateStore.Saved(7, new HandleCodec().write(70)));
            process.send(2);
            await().atMost(LONG).until(() -> cluster.node(0).processes.size() == 0);
            process.send(3);
            awaitSeen("starts with nothing", "saved", "starts with 70", "saved");
            assertThat(store.state("a")).isEqualTo(3);
        }
    }

    @Test
    void aFailedSaveIsToldAndTheNextOneMaySucceed() {
        try (TestCluster cluster = cluster()) {
            KeyedProcess process = cluster.node(0).process("a");
            process.send(1);
            awaitSeen("starts with nothing", "saved");
            store.fails = true;
            process.send(2);
            await().atMost(LONG).until(() -> seen.size() == 3);
            store.fails = false;
            process.send(3);
            await().atMost(LONG).until(() -> seen.size() == 4);
            assertThat(seen.stream().skip(2).findFirst().orElseThrow()).isInstanceOf(IllegalStateException.class);
            assertThat(store.state("a")).isEqualTo(3);
            process.send("of another class");
            await().atMost(LONG).until(() -> seen.size() == 5);
            assertThat(seen.stream().skip(4).findFirst().orElseThrow()).isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    void whenASaveFailsThoseBehindItFailWithoutTheStore() {
        try (TestCluster cluster = cluster()) {
            KeyedProcess process = cluster.node(0).process("a");
            store.saves.drainPermits();
            for (int i = 1; i <= 3; i++) {
                process.send(i);
            }
            process.send("of another class"); // refused at once: by then the others have been yielded
            await().atMost(LONG).until(() -> seen.stream().anyMatch(IllegalArgumentException.class::isInstance));
            store.fails = true;
            store.saves.release(1_000);
            await().atMost(LONG).until(() -> seen.size() == 5);
            assertThat(seen.stream().skip(2)).hasOnlyElementsOfType(IllegalStateException.class);
            assertThat(store.calls).hasValue(1);

            store.fails = false;
            process.send(4);
            await().atMost(LONG).until(() -> seen.contains("saved"));
            assertThat(store.state("a")).isEqualTo(4);
        }
    }

    /** The limit of its time, or its work, finds no memory. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void aSaveThatCannotBeginFailsAloneAndTheNextOneSucceeds(int timersBefore) {
        try (TestCluster cluster = cluster()) {
            TestNode node = cluster.node(0);
            node.process("a").send(1);
            awaitSeen("starts with nothing", "saved");
            node.timersBefore.set(timersBefore);
            node.failingTimers.set(1);
            node.process("a").send(2);
            await().atMost(LONG).until(() -> seen.stream().anyMatch(OutOfMemoryError.class::isInstance));
            node.process("a").send(3);
            await().atMost(LONG).until(() -> seen.size() == 4);
            assertThat(store.state("a")).isEqualTo(3);
            assertThat(store.calls).hasValue(2);
        }
    }

    @Test
    void theEndOfASaveIsToldWhenThereIsMemoryForIt() {
        AtomicInteger failing = new AtomicInteger();
        EngineSettings settings = TestNode.settings(store, type);
        try (TestCluster cluster = new TestCluster(0, settings)) {
            cluster.nodes.add(new TestNode(
                    cluster, 0, GmpScheduler.builder().maxProcs(2), settings, real -> withoutMemory(real, failing)));
            failing.set(3);
            cluster.node(0).process("a").send(1);
            awaitSeen("starts with nothing", "saved");
            store.fails = true;
            failing.set(3);
            cluster.node(0).process("a").send(2);
            await().atMost(LONG).until(() -> seen.stream().anyMatch(IllegalStateException.class::isInstance));
            store.fails = false;
            cluster.node(0).process("a").send(3);
            await().atMost(LONG).until(() -> seen.size() == 4);
            assertThat(store.state("a")).isEqualTo(3);
        }
    }

    /** Completions of yields find none, as often as is planned. */
    private static Processes withoutMemory(Processes real, AtomicInteger failing) {
        return (Processes) Proxy.newProxyInstance(
                StateTest.class.getClassLoader(), new Class<?>[] {Processes.class}, (proxy, method, arguments) -> {
                    if (method.getName().endsWith("Yield") && failing.getAndDecrement() > 0) {
                        throw new OutOfMemoryError("planned");
                    }
                    try {
                        return method.invoke(real, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    @Test
    void aSenderHearsOfALackOfMemoryForTheStartAsOfAnyOtherLoss() throws Exception {
        try (TestCluster cluster = cluster()) {
            TestNode node = cluster.node(0);
            cluster.give("counted", SHARD, node);
            node.settle();
            node.failingTimers.set(1);
            assertThat(node.process("a").send(1)).isEqualTo(SendResult.DELIVERED);
            assertThat(node.undelivered(SendResult.UNREACHABLE)).isEqualTo(1);
            node.process("a").send(2);
            awaitSeen("starts with nothing", "saved");
        }
    }

    @Test
    void withoutItsStateNoProcessStarts() throws Exception {
        try (TestCluster cluster = cluster()) {
            KeyedProcess process = cluster.node(0).process("a");
            store.fails = true;
            assertThatThrownBy(() -> process.ask("x", String.class, LONG).get(60, TimeUnit.SECONDS))
                    .hasCauseInstanceOf(UndeliveredException.class)
                    .hasMessageContaining("UNREACHABLE");
            assertThat(seen).isEmpty();
            store.fails = false;
            process.send(1);
            awaitSeen("starts with nothing", "saved");
        }
    }

    @Test
    void aShardIsGivenUpAfterItsSaves() throws Exception {
        try (TestCluster cluster = new TestCluster(2, TestNode.settings(store, type))) {
            int shard = KeyedRoutes.shardOf("a", 4);
            cluster.give("counted", shard, cluster.node(0));
            store.saves.drainPermits();
            cluster.node(0).process("a").send(1);
            await().atMost(LONG).until(() -> seen.size() == 1);
            var moved = cluster.move("counted", shard, cluster.node(1));
            await().atMost(LONG).until(() -> store.saves.hasQueuedThreads());
            assertThat(moved).isNotDone();
            store.saves.release(1_000);
            moved.get(60, TimeUnit.SECONDS);
            assertThat(store.state("a")).isEqualTo(1);
        }
    }

    /** In which a call of the store takes too long when the test says so, by {@link #endTimeOfStore}. */
    private TestCluster impatient() {
        return new TestCluster(
                2,
                new EngineSettings(
                        List.of(type), new HandleCodec(), store, 1_000, TestNode.FAR, Duration.ofMillis(100)));
    }

    private static void endTimeOfStore(TestCluster cluster) {
        cluster.node(0).farTimers.forEach(Runnable::run);
    }

    private void giveToFirst(TestCluster cluster) {
        cluster.give("counted", SHARD, cluster.node(0));
        await().atMost(LONG)
                .until(() ->
                        cluster.node(0).engine.types().get("counted").owners().containsKey(SHARD));
    }

    @Test
    void aLoadThatHangsFailsAndKeepsNoShard() throws Exception {
        try (TestCluster cluster = impatient()) {
            giveToFirst(cluster);
            store.loads.drainPermits();
            var asked = cluster.node(0).process("a").ask("x", String.class, LONG);
            await().atMost(LONG).until(() -> store.loads.getQueueLength() == 1);
            endTimeOfStore(cluster);
            assertThatThrownBy(() -> asked.get(60, TimeUnit.SECONDS))
                    .hasCauseInstanceOf(UndeliveredException.class)
                    .hasMessageContaining("UNREACHABLE");
            cluster.node(0).process("a").send(1);
            await().atMost(LONG).until(() -> store.loads.getQueueLength() == 2);
            var moved = cluster.move("counted", SHARD, cluster.node(1));
            endTimeOfStore(cluster);
            moved.get(60, TimeUnit.SECONDS);
            assertThat(seen).isEmpty();
            store.loads.release(1_000);
        }
    }

    @Test
    void aSaveThatHangsFailsAndIsRefusedIfItEndsTooLate() throws Exception {
        try (TestCluster cluster = impatient()) {
            giveToFirst(cluster);
            store.saves.drainPermits();
            cluster.node(0).process("a").send(1);
            await().atMost(LONG).until(() -> store.saves.getQueueLength() == 1);
            endTimeOfStore(cluster);
            await().atMost(LONG).until(() -> seen.stream().anyMatch(TimeoutException.class::isInstance));
            cluster.node(0).process("a").send(2);
            await().atMost(LONG).until(() -> store.saves.getQueueLength() == 2);
            var moved = cluster.move("counted", SHARD, cluster.node(1));
            endTimeOfStore(cluster);
            moved.get(60, TimeUnit.SECONDS);
            store.saves.release(1); // the first one, which has failed
            await().atMost(LONG).until(() -> !store.states.isEmpty());
            store.saves.release(1_000);
            cluster.node(1).process("a").send(3);
            await().atMost(LONG).until(() -> seen.contains("starts with 1"));
            await().atMost(LONG).until(() -> store.state("a").equals(3));
        }
    }

    @Test
    void aStateNeedsAStore() {
        assertThatThrownBy(() -> TestNode.settings(type))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("The type 'counted' has a state, and there is no state store");
    }
}
