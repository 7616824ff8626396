package dev.gmp.spring.it.cluster;

import static org.awaitility.Awaitility.await;

import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

/** Has all nodes ask keyed processes, until it is closed. */
final class Load implements AutoCloseable {

    private static final int KEYS = 24;
    private static final int TIMEOUT_MILLIS = 5_000;

    private final TestCluster cluster;
    private final List<String> keys;
    private final Random random;
    private final Map<String, Set<Long>> acknowledged = new ConcurrentHashMap<>();
    private final Map<String, Integer> failures = new ConcurrentHashMap<>();
    private final AtomicInteger pending = new AtomicInteger();
    private final Thread thread = new Thread(this::run, "load");
    private volatile boolean isClosed;

    /** @param name begins the keys of the ledgers, so that each load has its own */
    Load(TestCluster cluster, String name, Random random) {
        this.cluster = cluster;
        this.random = new Random(random.nextLong());
        this.keys = IntStream.range(0, KEYS).mapToObj(key -> name + "-" + key).toList();
        thread.setDaemon(true);
        thread.start();
    }

    List<String> keys() {
        return keys;
    }

    /** By key: the numbers that are acknowledged as stored. */
    Map<String, Set<Long>> acknowledged() {
        return acknowledged;
    }

    int answered() {
        return acknowledged.values().stream().mapToInt(Set::size).sum();
    }

    /** Why questions were not answered, and how many. */
    Map<String, Integer> failures() {
        return failures;
    }

    private void run() {
        try {
            while (!isClosed) {
                List<TestNode> nodes = cluster.active();
                if (!nodes.isEmpty()) {
                    ask(nodes.get(random.nextInt(nodes.size())));
                }
                Thread.sleep(random.nextInt(Length.LOAD_PAUSE_MILLIS));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @SuppressWarnings("FutureReturnValueIgnored") // both ways are counted
    private void ask(TestNode node) {
        long id = cluster.nextId();
        boolean toSingleton = id % 20 == 0;
        String key = toSingleton ? Watch.SINGLETON : keys.get(random.nextInt(keys.size()));
        pending.incrementAndGet();
        node.ask(toSingleton ? Watch.SINGLETON : Ledger.TYPE, toSingleton ? "singleton" : key, id, TIMEOUT_MILLIS)
                .whenComplete((answer, error) -> {
                    if (error != null) {
                        String reason = error.getMessage().replaceAll("n\\d-\\d+|\\S+/\\S+", "...");
                        failures.merge(reason, 1, Integer::sum);
                    } else if (answer != id) {
                        failures.merge("the answer to another question", 1, Integer::sum);
                    } else if (!toSingleton) {
                        acknowledged
                                .computeIfAbsent(key, first -> ConcurrentHashMap.newKeySet())
                                .add(id);
                    }
                    pending.decrementAndGet();
                });
    }

    /** Returns when all questions are answered or have failed. */
    @Override
    public void close() {
        isClosed = true;
        await().atMost(TestCluster.PATIENCE).until(() -> !thread.isAlive() && pending.get() == 0);
    }
}
