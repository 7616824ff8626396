package dev.gmp.process.cluster.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.gmp.GmpScheduler;
import dev.gmp.process.Event;
import dev.gmp.process.Overflow;
import dev.gmp.process.Pid;
import dev.gmp.process.ProcessType;
import dev.gmp.process.Relay.Undelivered;
import dev.gmp.process.SendResult;
import dev.gmp.process.cluster.KeyedPid;
import dev.gmp.process.cluster.KeyedProcess;
import dev.gmp.process.cluster.KeyedType;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Keys of one node. */
@Timeout(300)
class LocalProcessTest {

    private static final Duration LONG = Duration.ofSeconds(60);

    private final Queue<Object> seen = new ConcurrentLinkedQueue<>();
    private final AtomicInteger started = new AtomicInteger();

    @BeforeEach
    void noDoubles() {
        Keyed.DOUBLES.clear();
    }

    private final Keyed.Script records = (self, events, out) -> {
        if (self.steps == 1) {
            started.incrementAndGet();
        }
        for (Event event : events) {
            seen.add(event instanceof Event.Message message ? message.data() : event);
            if (event instanceof Event.Message message && message.data().equals("end")) {
                out.done(null);
                return;
            }
        }
    };

    private static TestCluster one(Keyed.Script script) {
        return new TestCluster(1, TestNode.settings(Keyed.type(script)));
    }

    private void awaitSeen(Object... messages) {
        await().atMost(LONG).untilAsserted(() -> assertThat(seen).containsExactly(messages));
    }

    @Test
    void theFirstMessageStartsTheProcessWithItsKey() {
        Queue<String> starts = new ConcurrentLinkedQueue<>();
        try (TestCluster cluster = one((self, events, out) -> {
            if (self.steps == 1) {
                starts.add(self.method + " " + self.input + " " + self.keyed().self());
            }
            records.step(self, events, out);
        })) {
            KeyedProcess process = cluster.node(0).process("a");
            assertThat(process.send("one")).isEqualTo(SendResult.DELIVERED);
            assertThat(process.send("two")).isEqualTo(SendResult.DELIVERED);
            awaitSeen("one", "two");
            assertThat(starts).containsExactly("run a counted/a");
            assertThat(cluster.node(0).engine.types().get("counted").localProcesses())
                    .isEqualTo(1);
            await().atMost(LONG)
                    .until(() -> cluster.node(0).engine.counts().sentLocal() == 2); // counted after it has been sent
        }
    }

    @Test
    void eachKeyHasOneProcessForAllSendersInTheirOrder() throws Exception {
        int senders = 4;
        int messages = 5_000;
        Queue<int[]> got = new ConcurrentLinkedQueue<>();
        try (TestCluster cluster = one((self, events, out) -> {
            for (Event event : events) {
                got.add((int[]) ((Event.Message) event).data());
            }
        })) {
            cluster.give("counted", KeyedRoutes.shardOf("a", 4), cluster.node(0));
            cluster.node(0).settle();
            List<Thread> threads = new ArrayList<>();
            for (int i = 0; i < senders; i++) {
                int sender = i;
                threads.add(new Thread(() -> {
                    KeyedProcess process = cluster.node(0).process("a");
                    for (int n = 0; n < messages; n++) {
                        while (process.send(new int[] {sender, n}) != SendResult.DELIVERED) {
                            Thread.yield(); // more wait than may until the process has started
                        }
                    }
                }));
            }
            threads.forEach(Thread::start);
            for (Thread thread : threads) {
                thread.join();
            }
            await().atMost(LONG).until(() -> got.size() == senders * messages);
            int[] last = new int[senders];
            for (int[] each : got) {
                assertThat(each[1]).isEqualTo(last[each[0]]++);
            }
            assertThat(Keyed.DOUBLES).isEmpty();
        }
    }

    @Test
    void anEndedProcessStartsAgainForTheNextMessageAndForTheUnreadOnes() {
        try (TestCluster cluster = new TestCluster(1, TestNode.settings(Keyed.single(records)))) {
            KeyedProcess process = cluster.node(0).process("a");
            process.send("one");
            process.send("end");
            process.send("two");
            awaitSeen("one", "end", "two");
            process.send("end");
            await().atMost(LONG)
                    .until(() -> cluster.node(0).engine.types().get("counted").localProcesses() == 0);
            process.send("three");
            awaitSeen("one", "end", "two", "end", "three");
            assertThat(started.get()).isEqualTo(3);
            assertThat(Keyed.DOUBLES).isEmpty();
        }
    }

    @Test
    void aMessageThatIsUnreadWhenTheProcessIsDoneGoesToTheNextOneInOrder() {
        Semaphore step = new Semaphore(0);
        ProcessType single = ProcessType.of(
                        "counted",
                        () -> new Keyed((self, events, out) -> {
                            step.acquire();
                            records.step(self, events, out);
                        }),
                        "run")
                .withEventsPerStep(1);
        try (TestCluster cluster = new TestCluster(1, TestNode.settings(KeyedType.of(single)))) {
            KeyedProcess process = cluster.node(0).process("a");
            process.send("end");
            for (int i = 0; i < 200; i++) {
                process.send(i);
            }
            step.release(1_000);
            List<Object> expected = new ArrayList<>(List.of("end"));
            for (int i = 0; i < 200; i++) {
                expected.add(i);
            }
            awaitSeen(expected.toArray());
            assertThat(started.get()).isEqualTo(2);
        }
    }

    @Test
    void theSendersOfAProcessThatCannotStartAreTold() {
        KeyedPid broken = new KeyedPid("broken", "a");
        Queue<Object> told = new ConcurrentLinkedQueue<>();
        ProcessType sender = ProcessType.of(
                "sender",
                () -> new Keyed((self, events, out) -> {
                    if (self.steps == 1) {
                        self.context.send(broken, "one");
                        self.context.send(broken, "two");
                    }
                    events.forEach(event -> told.add(((Event.Message) event).data()));
                }),
                "run");
        KeyedType type = KeyedType.of(ProcessType.of(
                        "broken",
                        () -> {
                            throw new IllegalStateException("no");
                        },
                        "run")
                .withEventsPerStep(1));
        try (TestCluster cluster = new TestCluster(1, TestNode.settings(type), sender)) {
            cluster.node(0).processes.submit("sender", "run", null);
            Undelivered lost = new Undelivered(broken, SendResult.ENDED);
            await().atMost(LONG).untilAsserted(() -> assertThat(told).containsExactly(lost, lost));
            await().atMost(LONG)
                    .until(() -> cluster.node(0).engine.types().get("broken").localProcesses() == 0);
        }
    }

    @Test
    void anIdleProcessEndsAndItsKeyStaysValid() {
        KeyedType type = Keyed.type(records).withIdleTimeout(Duration.ofMillis(100));
        try (TestCluster cluster = new TestCluster(1, TestNode.settings(type))) {
            KeyedProcess process = cluster.node(0).process("a");
            process.send("one");
            awaitSeen("one");
            await().atMost(LONG)
                    .until(() -> cluster.node(0).engine.types().get("counted").localProcesses() == 0);
            process.send("two");
            awaitSeen("one", "two");
            assertThat(started.get()).isEqualTo(2);
        }
    }

    @Test
    void aFullMailboxRefuses() throws Exception {
        Semaphore step = new Semaphore(0);
        ProcessType small = ProcessType.of("counted", () -> new Keyed((self, events, out) -> step.acquire()), "run")
                .withMailbox(2, Overflow.REFUSE);
        try (TestCluster cluster = new TestCluster(1, TestNode.settings(KeyedType.of(small)))) {
            cluster.give("counted", KeyedRoutes.shardOf("a", 64), cluster.node(0));
            cluster.node(0).settle(); // more than the mailbox holds might wait for the shard
            KeyedProcess process = cluster.node(0).process("a");
            await().atMost(LONG).until(() -> process.send("x") == SendResult.FULL);
            assertThat(cluster.node(0).undelivered(SendResult.FULL)).isEqualTo(1);
            step.release(1_000);
        }
    }

    @Test
    void cancelReachesALivingProcessAndStartsNone() {
        try (TestCluster cluster = one(records)) {
            KeyedProcess process = cluster.node(0).process("a");
            cluster.give("counted", KeyedRoutes.shardOf("a", 4), cluster.node(0));
            await().atMost(LONG).until(() -> process.cancel("early") == SendResult.ENDED);
            process.send("one");
            awaitSeen("one");
            assertThat(process.cancel("tired")).isEqualTo(SendResult.DELIVERED);
            awaitSeen("one", new Event.Cancel("tired"));
        }
    }

    @Test
    void theTypeRunsWithoutKeysAsEver() throws Exception {
        try (TestCluster cluster = one(records)) {
            Pid pid = cluster.node(0).processes.submit("counted", "run", "plain");
            cluster.node(0).processes.send(pid, "end");
            cluster.node(0).processes.result(pid).get();
            assertThat(seen).containsExactly("end");
            assertThat(cluster.node(0).engine.types().get("counted").localProcesses())
                    .isZero();
        }
    }

    @Test
    void theSendersOfWhatAProcessWithoutAKeyHasNotReadAreTold() throws Exception {
        Semaphore begun = new Semaphore(0);
        Semaphore step = new Semaphore(0);
        KeyedType type = Keyed.single((self, events, out) -> {
            begun.release();
            step.acquire();
            out.done(null);
        });
        ProcessType sender = ProcessType.of(
                "sender",
                () -> new Keyed((self, events, out) -> {
                    if (self.steps == 1) {
                        self.context.send((Pid) self.input, "one");
                        self.context.send((Pid) self.input, "two");
                        step.release();
                    }
                    events.forEach(event -> seen.add(((Event.Message) event).data()));
                }),
                "run");
        try (TestCluster cluster = new TestCluster(1, TestNode.settings(type), sender)) {
            Pid plain = cluster.node(0).processes.submit("counted", "run", "plain");
            begun.acquire();
            cluster.node(0).processes.submit("sender", "run", plain);
            Undelivered lost = new Undelivered(plain, SendResult.ENDED);
            awaitSeen(lost, lost);
            assertThat(cluster.node(0).undelivered(SendResult.ENDED)).isEqualTo(2);
        }
    }

    @Test
    void theMessagesOfProcessesThatEndBeforeTheirFirstStepAreCounted() throws Exception {
        int keys = 2_000;
        Semaphore steps = new Semaphore(keys / 2); // on a busy machine all might run before the shutdown
        EngineSettings settings = TestNode.settings(Keyed.type((self, events, out) -> {
            steps.acquire();
            Thread.sleep(5);
            seen.addAll(events);
        }));
        try (TestCluster cluster = new TestCluster(0, settings)) {
            TestNode node =
                    new TestNode(cluster, 0, GmpScheduler.builder().maxProcs(2).maxMachines(8), settings);
            cluster.nodes.add(node);
            for (int shard = 0; shard < 4; shard++) {
                cluster.give("counted", shard, node);
            }
            await().atMost(LONG)
                    .until(() -> node.engine.types().get("counted").owners().size() == 4);
            for (int i = 0; i < keys; i++) {
                node.process("key" + i).send(i);
            }
            node.processes.shutdownNow(Duration.ZERO);
            steps.release(keys);
            await().atMost(LONG)
                    .untilAsserted(() -> assertThat(seen.size() + node.undelivered(SendResult.FULL))
                            .isEqualTo(keys));
            assertThat(seen.size()).isLessThan(keys);
        }
    }

    @Test
    void theLateEndOfAProcessDoesNotEndTheNextOne() {
        Queue<KeyedEntry> entries = new ConcurrentLinkedQueue<>();
        Semaphore step = new Semaphore(0);
        try (TestCluster cluster = new TestCluster(1, TestNode.settings(Keyed.single((self, events, out) -> {
            if (self.steps == 1) {
                entries.add((KeyedEntry) self.context);
            }
            if (!events.isEmpty()) { // the first step may come before the first message
                step.acquire();
            }
            records.step(self, events, out);
        })))) {
            KeyedProcess process = cluster.node(0).process("a");
            process.send("end");
            process.send("one");
            await().atMost(LONG).until(() -> entries.size() == 1);
            KeyedEntry entry = entries.remove();
            Pid first = entry.process();
            step.release();
            await().atMost(LONG).until(() -> entries.size() == 1);
            entry.ended(first);
            Pid second = entry.process();
            step.release(1_000);
            assertThat(entries.remove()).isSameAs(entry);
            assertThat(second).isNotNull().isNotSameAs(first);
            awaitSeen("end", "one");
        }
    }

    @Test
    void processesKnowEachOtherByKey() {
        try (TestCluster cluster = one((self, events, out) -> {
            for (Event event : events) {
                Event.Message message = (Event.Message) event;
                seen.add(message.data());
                if (message.data().equals("go")) {
                    self.keyed().send(new KeyedPid("counted", "b"), "ping");
                } else if (message.data().equals("ping")) {
                    self.keyed().send(message.sender(), "pong for " + message.sender());
                }
            }
        })) {
            cluster.node(0).process("a").send("go");
            awaitSeen("go", "ping", "pong for counted/a");
        }
    }

    @Test
    void whatIsNotRegisteredIsRefused() {
        try (TestCluster cluster = one(records)) {
            assertThatThrownBy(() -> cluster.node(0).engine.process("other", "a"))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("The keyed type 'other' is not registered; registered are [counted]");
            assertThatThrownBy(() -> cluster.node(0).process(" ")).isInstanceOf(IllegalArgumentException.class);
            assertThat(cluster.node(0).engine.send(new KeyedPid("other", "a"), "x"))
                    .isEqualTo(SendResult.UNKNOWN);
        }
    }

    @Test
    void keysAreSpreadOverTheShards() {
        int[] counts = new int[64];
        for (int i = 0; i < 64_000; i++) {
            counts[KeyedRoutes.shardOf("order-" + i, 64)]++;
        }
        assertThat(java.util.Arrays.stream(counts).boxed()).allMatch(count -> count > 850 && count < 1_150);
        assertThat(KeyedRoutes.shardOf("4711", 64)).isZero(); // never to be changed
        assertThat(KeyedRoutes.shardOf("singleton", 64)).isEqualTo(23);
    }
}
