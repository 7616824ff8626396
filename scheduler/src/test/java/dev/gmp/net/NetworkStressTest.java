package dev.gmp.net;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gmp.Goroutines;
import dev.gmp.SchedulerBuilder;
import dev.gmp.Unwatched;
import dev.gmp.testkit.Schedulers;
import dev.gmp.testkit.Together;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Every message is answered, through many lives of schedulers whose goroutines talk, sleep, give up at deadlines and begin
 * again, while threads outside submit work. {@code gmp.stress.seconds} says for how long.
 */
class NetworkStressTest extends NetworkTest {

    private static final int MESSAGES = 50;

    @Test
    void noMessageIsLost() throws Exception {
        live(1);
    }

    @Test
    @Tag("long")
    @Timeout(14_400)
    void noMessageIsLostAtLength() throws Exception {
        live(Integer.getInteger("gmp.stress.seconds", 60));
    }

    private void live(int seconds) throws Exception {
        long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
        for (long seed = 1; System.nanoTime() - until < 0; seed++) {
            liveOnce(new SplittableRandom(seed));
        }
    }

    private void liveOnce(SplittableRandom random) throws Exception {
        SchedulerBuilder builder = virtual(random.nextInt(1, 5));
        if (random.nextInt(3) == 0) {
            builder.machineKeepAlive(Duration.ofMillis(1));
        }
        if (random.nextInt(4) == 0) {
            builder.maxMachines(builder.build().maxProcs());
        }
        replaceBy(random.nextBoolean() ? builder.build() : Unwatched.build(builder));
        List<Future<Integer>> talks = new ArrayList<>();
        int pairs = random.nextInt(1, 20);
        for (int i = 0; i < pairs; i++) {
            Pair pair = connect();
            SplittableRandom own = random.split();
            go(() -> echo(pair.server(), own.split()));
            talks.add(go(() -> talk(pair.client(), own)));
        }
        Together.untilFirstEnds(
                () -> {
                    for (Future<Integer> talk : talks) {
                        assertThat(talk.get(60, TimeUnit.SECONDS))
                                .as("%s", scheduler.snapshot())
                                .isEqualTo(MESSAGES);
                    }
                },
                () -> scheduler.submit(() -> {}).get(60, TimeUnit.SECONDS));
        scheduler.shutdown();
        Schedulers.awaitTermination(scheduler);
    }

    private static int talk(NetConnection connection, SplittableRandom random) throws Exception {
        try (connection) {
            int answered = 0;
            for (int i = 0; i < MESSAGES; i++) {
                ByteBuffer buffer = ByteBuffer.allocate(4).putInt(i).flip();
                connection.write(buffer);
                buffer.clear();
                while (buffer.hasRemaining()) {
                    readPatiently(connection, buffer, random);
                }
                answered += buffer.flip().getInt() == i ? 1 : 0;
                pause(random);
            }
            return answered;
        }
    }

    private static void readPatiently(NetConnection connection, ByteBuffer buffer, SplittableRandom random)
            throws IOException {
        if (random.nextInt(4) == 0) {
            connection.setReadDeadline(Duration.ofNanos(random.nextInt(200_000)));
        }
        try {
            if (connection.read(buffer) < 0) {
                throw new IOException("ended");
            }
        } catch (SocketTimeoutException e) {
            connection.setReadDeadline(null);
        }
    }

    private static Void echo(NetConnection connection, SplittableRandom random) throws Exception {
        try (connection) {
            ByteBuffer buffer = ByteBuffer.allocate(3);
            while (connection.read(buffer.clear()) >= 0) {
                pause(random);
                connection.write(buffer.flip());
            }
        }
        return null;
    }

    private static void pause(SplittableRandom random) throws InterruptedException {
        int action = random.nextInt(16);
        if (action == 0) {
            Goroutines.sleep(Duration.ofNanos(random.nextInt(300_000)));
        } else if (action == 1) {
            Goroutines.yield();
        } else if (action == 2) {
            Together.jitter(random.nextInt());
        }
    }
}
