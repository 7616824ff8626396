package dev.gmp.net;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gmp.GmpScheduler;
import dev.gmp.Unwatched;
import dev.gmp.testkit.Schedulers;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.channels.AsynchronousCloseException;
import java.nio.channels.ClosedChannelException;
import java.time.Duration;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** Connections whose reads wait without having tried, as they have found nothing so often ({@link FirstAttempts}). */
class ReadWithoutFirstAttemptTest extends NetworkTest {

    /** On one processor no machine polls between the writing and the reading, so no event tells of what is there. */
    @Test
    void whatIsThereAlreadyIsFound() throws Exception {
        replaceBy(Unwatched.build(virtual(1)));
        Pair pair = connectAndReadInVain();
        Future<?> all = go(() -> {
            for (int i = 0; i < 2 * FirstAttempts.LEFT_OUT; i++) {
                send(pair.server(), i);
                assertThat(receiveOne(pair.client())).isEqualTo(i);
            }
            return null;
        });
        all.get();
    }

    @Test
    void whatComesBetweenReadsIsFound() throws Exception {
        Pair pair = connectAndReadInVain();
        for (int i = 0; i < 2 * FirstAttempts.LEFT_OUT; i++) {
            send(pair.server(), i);
            assertThat(go(() -> receiveOne(pair.client())).get()).isEqualTo(i);
        }
    }

    @Test
    void theEndIsFound() throws Exception {
        Pair pair = connectAndReadInVain();
        pair.server().shutdownOutput();
        assertThat(go(() -> pair.client().read(ByteBuffer.allocate(1))).get()).isEqualTo(-1);
    }

    @Test
    void aWaiterWakesWhenTheConnectionIsClosed() throws Exception {
        Pair pair = connectAndReadInVain();
        Future<?> read = go(() -> pair.client().read(ByteBuffer.allocate(1)));
        awaitWaiting(read);
        pair.client().close();
        assertThat(failure(read)).isInstanceOf(AsynchronousCloseException.class);
    }

    @Test
    void aClosedConnectionSaysSo() throws Exception {
        Pair pair = connectAndReadInVain();
        pair.client().close();
        assertThat(failure(go(() -> pair.client().read(ByteBuffer.allocate(1)))))
                .isInstanceOf(ClosedChannelException.class);
    }

    /** The first read after the closing has had the event of that. */
    @Test
    void aConnectionThatWasClosedBeforeDoesNotCallItAsynchronous() throws Exception {
        Pair pair = connectAndReadInVain();
        pair.client().close();
        for (int i = 0; i < 3; i++) {
            assertThat(failure(go(() -> pair.client().read(ByteBuffer.allocate(1)))))
                    .isExactlyInstanceOf(ClosedChannelException.class);
        }
    }

    @Test
    void aDeadlineCounts() throws Exception {
        Pair pair = connectAndReadInVain();
        pair.client().setReadDeadline(Duration.ofMillis(20));
        assertThat(failure(go(() -> pair.client().read(ByteBuffer.allocate(1)))))
                .isInstanceOf(SocketTimeoutException.class);
    }

    @Test
    void aBufferWithoutRoomIsNotWaitedFor() throws Exception {
        Pair pair = connectAndReadInVain();
        assertThat(go(() -> pair.client().read(ByteBuffer.allocate(0))).get()).isZero();
    }

    /** A thread that is no goroutine cannot wait, so it tries. */
    @Test
    void aThreadThatIsNoGoroutineReadsWhatIsThere() throws Exception {
        Pair pair = connectAndReadInVain();
        send(pair.server(), 7);
        assertThat(receiveOne(pair.client())).isEqualTo(7);
    }

    @Test
    void aGoroutineOfAnotherSchedulerReadsWhatIsThere() throws Exception {
        Pair pair = connectAndReadInVain();
        send(pair.server(), 7);
        try (GmpScheduler another = virtual(1).build()) {
            assertThat(another.submit(() -> receiveOne(pair.client())).get()).isEqualTo(7);
        }
    }

    private Pair connectAndReadInVain() throws Exception {
        Pair pair = connect();
        for (int i = 0; i < FirstAttempts.IN_VAIN; i++) {
            Future<Integer> read = go(() -> receiveOne(pair.client()));
            Schedulers.await(scheduler, now -> now.goroutines().waiting() == 1 && now.idleProcs() == now.procs());
            send(pair.server(), i);
            assertThat(read.get()).isEqualTo(i);
        }
        return pair;
    }

    private static void send(NetConnection connection, int value) throws IOException {
        connection.write(ByteBuffer.allocate(1).put((byte) value).flip());
    }

    private static int receiveOne(NetConnection connection) throws IOException {
        ByteBuffer one = ByteBuffer.allocate(1);
        assertThat(connection.read(one)).isEqualTo(1);
        return one.get(0);
    }
}
