package dev.gmp.process.cluster.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.gmp.process.Event;
import dev.gmp.process.Pid;
import dev.gmp.process.ProcessType;
import dev.gmp.process.SendResult;
import dev.gmp.process.cluster.ClusterSnapshot.Counts;
import dev.gmp.process.cluster.KeyedProcess;
import dev.gmp.process.cluster.KeyedType;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Random work with books. */
@Timeout(300)
class StressTest {

    private static final Duration LONG = Duration.ofSeconds(120);
    private static final int KEYS = 20;
    private static final int PASSIVATIONS = 100;
    private static final int MOVES = 10;

    /** A message with a number of its own, and the number that it has for its sender and key. */
    private record Numbered(long id, int sender, int number, boolean ends) {}

    private final Map<Long, Integer> handled = new ConcurrentHashMap<>();
    private final Queue<String> errors = new ConcurrentLinkedQueue<>();
    private final AtomicLong ids = new AtomicLong();
    private final AtomicInteger starts = new AtomicInteger();

    @BeforeEach
    void newBooks() {
        Keyed.DOUBLES.clear();
        handled.clear();
        starts.set(0);
    }

    @Test
    @Tag("long")
    void bothAtLength() throws Exception {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(Integer.getInteger("gmp.stress.seconds", 10));
        while (System.nanoTime() < end) {
            newBooks();
            nothingIsLostBetweenTwoProcessesOfAKey();
            newBooks();
            theBooksAreRightWhileShardsMove();
        }
    }

    /** Answers each message; a message may end it. */
    private void handle(Keyed self, List<Event> events, dev.gmp.process.StepOutput out) {
        if (self.steps == 1) {
            starts.incrementAndGet();
        }
        boolean ends = false;
        for (Event event : events) {
            if (event instanceof Event.Message message && message.data() instanceof Numbered numbered) {
                handled.merge(numbered.id(), 1, Integer::sum);
                Pid sender = message.sender();
                if (sender != null) {
                    self.keyed().send(sender, numbered.id());
                }
                ends |= numbered.ends();
            }
        }
        if (ends) {
            out.done(null);
        }
    }

    private static void run(List<Thread> threads) throws InterruptedException {
        threads.forEach(Thread::start);
        for (Thread thread : threads) {
            thread.join();
        }
    }

    /** Between passivations the messages of each sender keep their order, and none is lost. */
    @Test
    void nothingIsLostBetweenTwoProcessesOfAKey() throws Exception {
        Map<String, int[]> last = new ConcurrentHashMap<>();
        int senders = 2;
        int messages = 20_000;
        AtomicInteger sent = new AtomicInteger();
        KeyedType type = Keyed.type((self, events, out) -> {
                    int[] next = last.computeIfAbsent(self.keyed().key(), key -> new int[senders]);
                    for (Event event : events) {
                        Numbered each = (Numbered) ((Event.Message) event).data();
                        if (next[each.sender()]++ != each.number()) {
                            errors.add("%s after %d".formatted(each, next[each.sender()] - 1));
                        }
                    }
                    handle(self, events, out);
                })
                .withIdleTimeout(LONG);
        try (TestCluster cluster = new TestCluster(1, settings(type))) {
            TestNode node = cluster.node(0);
            KeyedRoutes routes = node.engine.requireType("counted");
            for (int shard = 0; shard < 4; shard++) {
                cluster.give("counted", shard, node);
            }
            Thread sweeper = new Thread(() -> {
                while (!Thread.currentThread().isInterrupted()) {
                    routes.passivate();
                }
            });
            List<Thread> threads = new ArrayList<>();
            for (int i = 0; i < senders; i++) {
                int sender = i;
                threads.add(new Thread(() -> {
                    Random random = new Random(sender);
                    int[] next = new int[3];
                    // On a busy machine the sweeper comes late.
                    for (int n = 0; n < messages || (starts.get() <= PASSIVATIONS && n < 50 * messages); n++) {
                        int key = random.nextInt(3);
                        sent.incrementAndGet();
                        SendResult result = node.process("key" + key)
                                .send(new Numbered(ids.incrementAndGet(), sender, next[key]++, false));
                        if (result != SendResult.DELIVERED) {
                            errors.add("sent: " + result);
                        }
                        if (random.nextInt(8) == 0) {
                            Thread.yield();
                        }
                    }
                }));
            }
            sweeper.start();
            run(threads);
            await().atMost(LONG).until(() -> handled.size() == sent.get() || !errors.isEmpty());
            sweeper.interrupt();
            sweeper.join();
            assertThat(errors).isEmpty();
            assertThat(handled.values()).containsOnly(1);
            assertThat(Keyed.DOUBLES).isEmpty();
            assertThat(starts.get()).as("passivations").isGreaterThan(PASSIVATIONS);
            assertThat(node.engine.starting.taken()).isZero();
        }
    }

    /** Shards move between three nodes while all send and ask; processes end by themselves and when idle. */
    @Test
    void theBooksAreRightWhileShardsMove() throws Exception {
        int shards = 8;
        int messages = 4_000;
        KeyedType type = KeyedType.of(ProcessType.of("counted", () -> new Keyed(this::handle), "run"))
                .withShards(shards)
                .withIdleTimeout(Duration.ofMillis(100));
        AtomicLong sent = new AtomicLong();
        AtomicLong refused = new AtomicLong();
        AtomicInteger moves = new AtomicInteger();
        Queue<CompletableFuture<Long>> asked = new ConcurrentLinkedQueue<>();
        Map<Long, AtomicInteger> answers = new ConcurrentHashMap<>();
        long seed = Long.getLong("gmp.cluster.seed", System.nanoTime());
        try (TestCluster cluster = new TestCluster(3, settings(type))) {
            for (int shard = 0; shard < shards; shard++) { // a move and a first allocation must not meet
                cluster.give("counted", shard, cluster.node(shard % 3));
            }
            List<Thread> threads = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                TestNode node = cluster.node(i);
                int sender = i;
                threads.add(new Thread(() -> {
                    Random random = new Random(seed + sender);
                    for (int n = 0; n < messages || (moves.get() <= MOVES && n < 50 * messages); n++) {
                        KeyedProcess process = node.process("key" + random.nextInt(KEYS));
                        long id = ids.incrementAndGet();
                        Numbered message = new Numbered(id, sender, n, random.nextInt(100) == 0);
                        if (random.nextInt(4) == 0) {
                            asked.add(process.ask(message, Long.class, LONG).whenComplete((answer, error) -> {
                                answers.computeIfAbsent(id, any -> new AtomicInteger())
                                        .incrementAndGet();
                                if (error == null && answer != id) {
                                    errors.add("the answer of another");
                                }
                            }));
                            sent.incrementAndGet();
                        } else if (process.send(message) == SendResult.DELIVERED) {
                            sent.incrementAndGet();
                        } else {
                            refused.incrementAndGet();
                        }
                        if (random.nextInt(50) == 0) {
                            pause(random.nextInt(5));
                        }
                    }
                }));
            }
            Thread mover = new Thread(() -> {
                Random random = new Random(seed - 1);
                while (!Thread.currentThread().isInterrupted()) {
                    try {
                        cluster.move("counted", random.nextInt(shards), cluster.node(random.nextInt(3)))
                                .get(60, TimeUnit.SECONDS);
                        moves.incrementAndGet();
                    } catch (InterruptedException e) {
                        return;
                    } catch (Exception e) {
                        errors.add(e.toString());
                        return;
                    }
                }
            });
            mover.start();
            run(threads);
            for (CompletableFuture<Long> each : asked) {
                each.handle((answer, error) -> answer).get(120, TimeUnit.SECONDS);
            }
            await("seed " + seed)
                    .atMost(LONG)
                    .untilAsserted(() -> assertThat(handled.size() + undelivered(cluster) - refused.get())
                            .as("handled or lost")
                            .isEqualTo(sent.get()));
            mover.interrupt();
            mover.join();
            assertThat(errors).isEmpty();
            assertThat(Keyed.DOUBLES)
                    .as("keys with two processes, seed " + seed)
                    .isEmpty();
            assertThat(handled.values()).containsOnly(1);
            assertThat(answers.values()).allMatch(count -> count.get() == 1);
            assertThat(moves.get()).isGreaterThan(MOVES);
            long all = 0;
            for (TestNode node : cluster.nodes) {
                Counts counts = node.engine.counts();
                all += counts.sentLocal() + counts.sentRemote();
            }
            // answers to another node are sent remotely too
            assertThat(all).isBetween(sent.get() - undelivered(cluster), sent.get() + asked.size());
            assertThat(undelivered(cluster)).as("lost").isLessThan(sent.get() / 100);
        }
    }

    /** With room for all that waits while processes start, however late a busy machine starts them. */
    private static EngineSettings settings(KeyedType type) {
        return new EngineSettings(List.of(type), new HandleCodec(), null, 10_000_000, LONG, Duration.ofSeconds(20));
    }

    private static long undelivered(TestCluster cluster) {
        return cluster.nodes.stream()
                .flatMap(node -> node.engine.counts().undelivered().values().stream())
                .mapToLong(Long::longValue)
                .sum();
    }

    private static void pause(int millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
