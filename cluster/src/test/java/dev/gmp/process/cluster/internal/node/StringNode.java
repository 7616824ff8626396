package dev.gmp.process.cluster.internal.node;

import static org.awaitility.Awaitility.await;

import dev.gmp.GmpScheduler;
import dev.gmp.process.Event;
import dev.gmp.process.Pid;
import dev.gmp.process.Process;
import dev.gmp.process.ProcessContext;
import dev.gmp.process.ProcessType;
import dev.gmp.process.Processes;
import dev.gmp.process.StepOutput;
import dev.gmp.process.cluster.Cluster;
import dev.gmp.process.cluster.ClusterBuilder;
import dev.gmp.process.cluster.ClusterSnapshot.Status;
import dev.gmp.process.cluster.KeyedContext;
import dev.gmp.process.cluster.KeyedType;
import dev.gmp.process.cluster.MessageCodec;
import dev.gmp.process.cluster.SaveState;
import dev.gmp.process.cluster.StateStore;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A whole node whose messages and states are strings. Its processes answer {@code get} and {@code save:STATE}. */
final class StringNode {

    static final Duration LIMIT = Duration.ofSeconds(180);
    static final String SINGLETON = "boss";
    static final String ACCOUNT = "account";
    static final String PLAIN = "plain";

    private static final Duration TIMEOUT = Duration.ofSeconds(20);

    final Processes processes;
    final Cluster cluster;

    /** The keys whose processes are alive on this node. */
    final Set<String> alive = ConcurrentHashMap.newKeySet();

    /** What processes without keys have got, with their numbers. */
    final List<String> received = new CopyOnWriteArrayList<>();

    private final GmpScheduler scheduler = GmpScheduler.builder().build();

    /** @param seed null for a new cluster */
    StringNode(StateStore store, @Nullable StringNode seed) {
        ClusterBuilder builder = Cluster.builder("test")
                .host("127.0.0.1")
                .port(0)
                .codec(new StringCodec())
                .stateStore(store)
                .handOverTimeout(Duration.ofSeconds(2))
                .stableAfter(Duration.ofSeconds(2))
                .acceptablePause(Duration.ofMillis(1500))
                .register(KeyedType.singleton(type(SINGLETON)))
                .register(KeyedType.of(type(ACCOUNT))
                        .withShards(12)
                        .withRemembering()
                        .withState(String.class));
        if (seed != null) {
            builder.seedNodes(seed.address());
        }
        processes = builder.connect(Processes.builder(scheduler).register(type(PLAIN)))
                .build();
        cluster = builder.start(processes);
    }

    StringNode awaitUp() {
        await().atMost(LIMIT).until(() -> cluster.snapshot().status() == Status.UP);
        return this;
    }

    private ProcessType type(String name) {
        return ProcessType.of(name, Keeper::new, "run");
    }

    String address() {
        return cluster.snapshot().self();
    }

    boolean holdsSingleton() {
        return cluster.holdsSingleton(SINGLETON) && alive.contains(KeyedType.SINGLETON_KEY);
    }

    String ask(Pid pid, String message) {
        return cluster.ask(pid, message, String.class, TIMEOUT)
                .orTimeout(TIMEOUT.toSeconds() + 10, TimeUnit.SECONDS)
                .join();
    }

    Pid submit() {
        return processes.submit(PLAIN, "run", null);
    }

    void kill() {
        ((ClusterNode) cluster).kill();
        processes.close();
        scheduler.close();
    }

    private final class Keeper implements Process {
        private final Map<Long, Pid> saving = new HashMap<>();
        private ProcessContext context;
        private @Nullable String key;
        private String state = "";

        @Override
        public void init(ProcessContext given, String method, @Nullable Object input) {
            context = given;
            if (given instanceof KeyedContext keyed) {
                key = keyed.key();
                alive.add(key);
                state = keyed.savedState(String.class).orElse("");
            }
        }

        @Override
        public void step(List<Event> events, StepOutput out) {
            boolean ends = false;
            for (Event event : events) {
                if (event instanceof Event.Message message) {
                    receive(message.sender(), (String) message.data(), out);
                } else if (event instanceof Event.YieldComplete completion) {
                    context.send(saving.remove(completion.tag()), completion.error() == null ? "saved" : "failed");
                } else {
                    ends = true;
                }
            }
            if (ends) {
                out.done(null);
            } else {
                out.idle();
            }
        }

        private void receive(@Nullable Pid sender, String message, StepOutput out) {
            if (message.startsWith("save:")) {
                state = message.substring("save:".length());
                saving.put(out.yield(new SaveState(state)), sender);
            } else if (sender != null) {
                context.send(sender, state);
            } else {
                received.add(context.self().number() + " " + message);
            }
        }

        @Override
        public void close() {
            if (key != null) {
                alive.remove(key);
            }
        }
    }

    private static final class StringCodec implements MessageCodec {
        @Override
        public String nameOf(Class<?> type) {
            return type.getSimpleName();
        }

        @Override
        public byte[] write(Object message) {
            return ((String) message).getBytes(StandardCharsets.UTF_8);
        }

        @Override
        public Object read(String name, byte[] bytes) {
            return new String(bytes, StandardCharsets.UTF_8);
        }
    }
}
