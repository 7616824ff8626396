package dev.gmp.benchmarks.cluster;

import dev.gmp.GmpScheduler;
import dev.gmp.benchmarks.peer.Parallelism;
import dev.gmp.process.Event;
import dev.gmp.process.Process;
import dev.gmp.process.ProcessContext;
import dev.gmp.process.ProcessType;
import dev.gmp.process.Processes;
import dev.gmp.process.SendResult;
import dev.gmp.process.StepOutput;
import dev.gmp.process.cluster.Cluster;
import dev.gmp.process.cluster.ClusterBuilder;
import dev.gmp.process.cluster.JacksonMessageCodec;
import dev.gmp.process.cluster.KeyedProcess;
import dev.gmp.process.cluster.KeyedType;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Keyed processes of this project. */
final class GmpNode implements KeyedNode {
    private final GmpScheduler scheduler;
    private final Processes processes;
    private final Cluster cluster;

    /** A question. Its sender gets the answer. */
    record HowMany() {}

    GmpNode(int port, int seedPort) {
        scheduler = GmpScheduler.builder()
                .name(CLUSTER)
                .maxProcs(Parallelism.ofThisJvm())
                .build();
        ClusterBuilder node = Cluster.builder(CLUSTER)
                .host(HOST)
                .port(port)
                .seedNodes(HOST + ":" + seedPort)
                .stableAfter(STABLE_AFTER)
                .register(KeyedType.of(ProcessType.of(TYPE, Tally::new, "run")).withShards(SHARDS))
                .codec(JacksonMessageCodec.builder()
                        .cbor()
                        .messages(Placed.class, HowMany.class, Counted.class)
                        .build());
        processes = node.connect(Processes.builder(scheduler)).build();
        cluster = node.start(processes);
    }

    @Override
    public Keyed at(String key) {
        KeyedProcess process = cluster.process(TYPE, key);
        return new Keyed() {
            @Override
            public void send(Placed message) {
                SendResult result = process.send(message);
                if (result != SendResult.DELIVERED) {
                    throw new IllegalStateException("A message to %s: %s".formatted(key, result));
                }
            }

            @Override
            public CompletableFuture<Counted> ask() {
                return process.ask(new HowMany(), Counted.class, ANSWER_TIMEOUT);
            }
        };
    }

    @Override
    public int members() {
        return (int) cluster.snapshot().members().stream()
                .filter(member -> member.status().equals("Up"))
                .count();
    }

    @Override
    public void close() {
        cluster.close();
        processes.close();
        scheduler.close();
    }

    private static final class Tally implements Process {
        private @Nullable ProcessContext context;
        private long messages;
        private long pieces;

        @Override
        public void init(ProcessContext itsContext, String method, @Nullable Object input) {
            context = itsContext;
        }

        @Override
        public void step(List<Event> events, StepOutput out) {
            for (int i = 0; i < events.size(); i++) {
                if (!(events.get(i) instanceof Event.Message message)) {
                    out.done(null); // it is asked to end
                    return;
                }
                if (message.data() instanceof Placed placed) {
                    messages++;
                    pieces += placed.pieces();
                } else {
                    Objects.requireNonNull(context)
                            .send(Objects.requireNonNull(message.sender()), Counted.here(messages, pieces));
                }
            }
        }
    }
}
