package dev.gmp.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.gmp.process.testkit.Scripted;
import dev.gmp.process.testkit.World;
import java.time.Duration;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** A message that is sent from a stack which is nearly used up is delivered, or its sender hears of it. */
class DeepSendTest {

    private static final long SMALL_STACK = 300_000;
    private static final int STRIDE = 16;
    private static final int ROUNDS = 20;

    private final AtomicInteger received = new AtomicInteger();

    @Test
    void eachMessageThatIsDeliveredIsReceivedOnce() throws Exception {
        ProcessType counting = Scripted.type("counting", (self, events, out) -> {
            for (int i = 0; i < events.size(); i++) {
                received.incrementAndGet();
            }
        });
        try (World world = World.of(counting)) {
            Pid pid = world.start("counting");
            world.await(pid, ProcessState.IDLE);
            int delivered = 0;
            for (int round = 0; round < ROUNDS; round++) {
                Climb climb = new Climb(world.processes, pid);
                FutureTask<Integer> sender = new FutureTask<>(() -> {
                    climb.climb();
                    return climb.delivered;
                });
                new Thread(null, sender, "small-stack", SMALL_STACK).start();
                delivered += sender.get(100, TimeUnit.SECONDS);
                int all = delivered;
                await().pollInterval(Duration.ofMillis(1)).until(() -> received.get() == all);
                world.await(pid, ProcessState.IDLE);
            }
            assertThat(delivered).isEqualTo(ROUNDS * Climb.DELIVERIES);
        }
    }

    /** Recurses until the stack is used up, and sends on the way back. */
    private static final class Climb {

        private static final int DELIVERIES = 10;

        private final Processes processes;
        private final Pid pid;
        private int random = (int) System.nanoTime();
        private int skip;
        private int delivered;

        Climb(Processes processes, Pid pid) {
            this.processes = processes;
            this.pid = pid;
        }

        @SuppressWarnings("InfiniteRecursion")
        void climb() {
            try {
                climb();
            } catch (StackOverflowError e) {
                // here it ends
            }
            if (delivered < DELIVERIES && --skip < 0) {
                random = random * 1_103_515_245 + 12_345;
                skip = (random >>> 8) % (2 * STRIDE - 1);
                trySend();
            }
        }

        private void trySend() {
            try {
                if (processes.send(pid, "message") == SendResult.DELIVERED) {
                    delivered++;
                }
            } catch (StackOverflowError e) {
                // the next level has more
            }
        }
    }
}
