package dev.gmp.process.cluster.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.gmp.process.Event;
import dev.gmp.process.cluster.KeyedPid;
import dev.gmp.process.cluster.KeyedType;
import dev.gmp.process.cluster.MessageCodec;
import dev.gmp.process.cluster.internal.wire.Frame;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A shard that its node owns, while messages still wait for it. */
@Timeout(300)
class OwnedShardTest {

    private static final Duration LONG = Duration.ofSeconds(60);
    private static final int SHARD = KeyedRoutes.shardOf("a", 4);

    private final Queue<Object> seen = new ConcurrentLinkedQueue<>();

    @Test
    void aRequestToEndIsNotLostWhileMessagesThatWaitedAreDelivered() throws Exception {
        CountDownLatch reads = new CountDownLatch(1);
        CountDownLatch mayRead = new CountDownLatch(1);
        HandleCodec plain = new HandleCodec();
        MessageCodec slow = new MessageCodec() {
            @Override
            public String nameOf(Class<?> type) {
                return plain.nameOf(type);
            }

            @Override
            public byte[] write(Object message) {
                return plain.write(message);
            }

            @Override
            public Object read(String name, byte[] bytes) {
                reads.countDown();
                try {
                    mayRead.await();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
                return plain.read(name, bytes);
            }
        };
        KeyedType asked = Keyed.type((self, events, out) -> events.forEach(
                event -> seen.add(event instanceof Event.Message message ? message.data() : "asked to end")));
        try (TestCluster cluster =
                new TestCluster(2, new EngineSettings(List.of(asked), slow, null, 1_000, LONG, LONG))) {
            cluster.allocates = false;
            TestNode owner = cluster.node(1);
            Frame notHere = new Frame.NotHere("counted", SHARD);
            cluster.node(0).engine.received(owner.id, new Frame.Located("counted", SHARD));
            cluster.node(0).process("a").send("one");
            await().atMost(LONG).until(() -> cluster.node(0).received.contains(notHere));
            cluster.give("counted", SHARD, owner);
            assertThat(reads.await(60, TimeUnit.SECONDS)).isTrue();
            owner.engine.received(cluster.node(0).id, new Frame.Cancel(new KeyedPid("counted", "a"), "test"));
            mayRead.countDown();
            await().atMost(LONG).untilAsserted(() -> assertThat(seen).containsExactlyInAnyOrder("one", "asked to end"));
            owner.settle();
            cluster.node(0).settle();
            assertThat(cluster.node(0).received).containsOnlyOnce(notHere);
        } finally {
            mayRead.countDown();
        }
    }
}
