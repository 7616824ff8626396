package dev.gmp.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.management.UnixOperatingSystemMXBean;
import dev.gmp.testkit.Schedulers;
import dev.gmp.testkit.Together;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.channels.AsynchronousCloseException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.ClosedChannelException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class NetConnectionTest extends NetworkTest {

    @Test
    void whatIsWrittenIsRead() throws Exception {
        Pair pair = connect();
        Future<String> answer = go(() -> {
            send(pair.client(), "ping");
            return receive(pair.client(), 4);
        });
        go(() -> {
                    assertThat(receive(pair.server(), 4)).isEqualTo("ping");
                    send(pair.server(), "pong");
                    return null;
                })
                .get();
        assertThat(answer.get()).isEqualTo("pong");
    }

    /** More than the operating system buffers, so the writer waits for the reader many times. */
    @Test
    void aLargeWriteWaitsForASlowReader() throws Exception {
        Pair pair = connect();
        int size = 30_000_000;
        Future<Integer> written = go(() -> {
            ByteBuffer all = ByteBuffer.allocate(size);
            for (int i = 0; i < size; i++) {
                all.put(i, (byte) (i * 31));
            }
            int count = pair.client().write(all);
            pair.client().shutdownOutput();
            return count;
        });
        Future<Integer> read = go(() -> {
            ByteBuffer some = ByteBuffer.allocate(100_000);
            int position = 0;
            while (pair.server().read(some.clear()) >= 0) {
                some.flip();
                while (some.hasRemaining()) {
                    if (some.get() != (byte) (position * 31)) {
                        throw new AssertionError("wrong byte at " + position);
                    }
                    position++;
                }
                if (position % 16 == 0) {
                    Thread.sleep(1);
                }
            }
            return position;
        });
        assertThat(written.get()).isEqualTo(size);
        assertThat(read.get()).isEqualTo(size);
    }

    @Test
    void eachSideEndsItsOwnOutput() throws Exception {
        Pair pair = connect();
        Future<Integer> end = go(() -> pair.server().read(ByteBuffer.allocate(1)));
        awaitWaiting(end);
        pair.client().shutdownOutput();
        assertThat(end.get()).isEqualTo(-1);
        send(pair.server(), "still");
        assertThat(go(() -> receive(pair.client(), 5)).get()).isEqualTo("still");
    }

    @Test
    void whoseInputIsShutDownReadsTheEnd() throws Exception {
        Pair pair = connect();
        Future<Integer> end = go(() -> pair.client().read(ByteBuffer.allocate(1)));
        awaitWaiting(end);
        pair.client().shutdownInput();
        assertThat(end.get()).isEqualTo(-1);
    }

    @Test
    void aReadFailsAtItsDeadlineAndTheConnectionGoesOn() throws Exception {
        Pair pair = connect();
        pair.client().setReadDeadline(Duration.ofMillis(20));
        Future<?> read = go(() -> pair.client().read(ByteBuffer.allocate(1)));
        assertThat(failure(read)).isInstanceOf(SocketTimeoutException.class);

        send(pair.server(), "x");
        assertThat(failure(go(() -> pair.client().read(ByteBuffer.allocate(1)))))
                .as("also when there is something")
                .isInstanceOf(SocketTimeoutException.class);
        send(pair.client(), "y");
        pair.client().setReadDeadline(null);
        assertThat(go(() -> receive(pair.client(), 1)).get()).isEqualTo("x");
        assertThat(go(() -> receive(pair.server(), 1)).get()).isEqualTo("y");
    }

    @Test
    void aDeadlineThatIsSetLaterCountsForPresentWaiters() throws Exception {
        Pair pair = connect();
        pair.client().setDeadline(Duration.ofDays(1));
        Future<?> read = go(() -> pair.client().read(ByteBuffer.allocate(1)));
        awaitWaiting(read);
        pair.client().setDeadline(Duration.ZERO);
        assertThat(failure(read)).isInstanceOf(SocketTimeoutException.class);
    }

    @Test
    void aWriteFailsAtItsDeadlineAndTellsHowFarItCame() throws Exception {
        Pair pair = connect();
        ByteBuffer large = ByteBuffer.allocate(50_000_000);
        Future<?> write = go(() -> pair.client().write(large));
        awaitWaiting(write);
        pair.client().setWriteDeadline(Duration.ofMillis(10));
        assertThat(failure(write)).isInstanceOf(SocketTimeoutException.class);
        assertThat(large.position()).isPositive().isLessThan(large.limit());
    }

    @Test
    void closingWakesBothSidesOfTheSameConnection() throws Exception {
        Pair pair = connect();
        Future<?> read = go(() -> pair.client().read(ByteBuffer.allocate(1)));
        Future<?> write = go(() -> pair.client().write(ByteBuffer.allocate(50_000_000)));
        awaitWaiting(read);
        awaitWaiting(write);
        pair.client().close();
        assertThat(failure(read)).isInstanceOf(AsynchronousCloseException.class);
        assertThat(failure(write)).isInstanceOf(AsynchronousCloseException.class);
        assertThat(failure(go(() -> pair.client().read(ByteBuffer.allocate(1)))))
                .isInstanceOf(ClosedChannelException.class);
    }

    /** Though no thread polls after that: a selector keeps what is registered with it until its next poll. */
    @Test
    void closingGivesTheDescriptorBack() throws Exception {
        assumeTrue(ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean);
        List<Pair> pairs = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            Pair pair = connect();
            pairs.add(pair);
            Future<?> read = go(() -> pair.server().read(ByteBuffer.allocate(1)));
            pair.client().write(ByteBuffer.allocate(1));
            read.get();
        }
        Schedulers.awaitIdle(scheduler);
        long before = openDescriptors();
        for (Pair pair : pairs) {
            pair.client().close();
            pair.server().close();
        }
        await().untilAsserted(() -> assertThat(openDescriptors()).isLessThan(before - 90));
    }

    @Test
    void anInterruptClosesTheConnection() throws Exception {
        Pair pair = connect();
        Thread[] reader = new Thread[1];
        Future<Boolean> read = go(() -> isInterruptedReading(pair.client(), reader));
        awaitWaiting(read);
        reader[0].interrupt();
        assertThat(read.get()).isTrue();
        assertThat(pair.client().isOpen()).isFalse();
    }

    @Test
    void anInterruptOfAReaderThatWaitsForItsTurnClosesTheConnectionToo() throws Exception {
        Pair pair = connect();
        Future<?> first = go(() -> pair.client().read(ByteBuffer.allocate(1)));
        awaitWaiting(first);
        Thread[] second = new Thread[1];
        Future<Boolean> read = go(() -> isInterruptedReading(pair.client(), second));
        await().until(() -> second[0] != null && second[0].getState() == Thread.State.WAITING);
        second[0].interrupt();
        assertThat(read.get()).isTrue();
        assertThat(failure(first)).isInstanceOf(AsynchronousCloseException.class);
    }

    /** Whether the status stays when an interrupt has ended the read. */
    private static boolean isInterruptedReading(NetConnection connection, Thread[] reader) {
        reader[0] = Thread.currentThread();
        assertThat(catchThrowable(() -> connection.read(ByteBuffer.allocate(1))))
                .isInstanceOf(ClosedByInterruptException.class);
        return Thread.currentThread().isInterrupted();
    }

    @Test
    void shutdownNowEndsWhatGoroutinesWaitFor() throws Exception {
        Pair pair = connect();
        NetListener listener = NetListener.bind(loopback());
        Future<?> read = go(() -> pair.client().read(ByteBuffer.allocate(1)));
        Future<?> accept = go(listener::accept);
        awaitWaiting(read);
        awaitWaiting(accept);
        scheduler.shutdownNow();
        assertThat(scheduler.awaitTermination(60, TimeUnit.SECONDS)).isTrue();
        assertThat(failure(read)).isInstanceOf(ClosedByInterruptException.class);
        assertThat(failure(accept)).isInstanceOf(ClosedByInterruptException.class);
        assertThat(listener.isOpen()).isFalse();
    }

    @Test
    void aConnectionThatIsRefusedFails() throws Exception {
        try (Socket bound = new Socket()) { // it has a port, and does not listen
            bound.bind(loopback());
            Future<?> connect = go(() -> NetConnection.connect(bound.getLocalSocketAddress()));
            assertThat(failure(connect)).isInstanceOf(ConnectException.class);
        }
    }

    /** A backlog that is full lets further connections hang. */
    @Test
    void aConnectionThatIsNotAcceptedFailsAfterItsTimeout() throws Exception {
        try (ServerSocket full = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Throwable failure = null;
            for (int i = 0; i < 10 && failure == null; i++) {
                failure = catchThrowable(
                        () -> go(() -> NetConnection.connect(full.getLocalSocketAddress(), Duration.ofMillis(300)))
                                .get());
            }
            assertThat(failure).hasCauseInstanceOf(SocketTimeoutException.class);
        }
    }

    @Test
    void acceptHasADeadlineAndEndsWithItsListener() throws Exception {
        try (NetListener listener = NetListener.bind(loopback())) {
            listener.setDeadline(Duration.ofMillis(10));
            assertThat(failure(go(listener::accept))).isInstanceOf(SocketTimeoutException.class);
            listener.setDeadline(null);
            Future<?> accept = go(listener::accept);
            awaitWaiting(accept);
            listener.close();
            assertThat(failure(accept)).isInstanceOf(AsynchronousCloseException.class);
        }
    }

    @Test
    void otherThreadsThanItsVirtualGoroutinesAreRefused() throws Exception {
        Pair pair = connect();
        assertThatThrownBy(() -> pair.client().read(ByteBuffer.allocate(1)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("virtual goroutines");
        Future<?> direct = scheduler.submit(() -> 0);
        direct.get();
        Together.Work read = () -> pair.client().read(ByteBuffer.allocate(1));
        var task = new java.util.concurrent.FutureTask<>(() -> {
            read.run();
            return null;
        });
        scheduler.direct().execute(task);
        assertThat(failure(task)).isInstanceOf(IllegalStateException.class);
        send(pair.client(), "but what need not wait works");
    }

    private static long openDescriptors() {
        return ((UnixOperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean()).getOpenFileDescriptorCount();
    }

    private static void send(NetConnection connection, String text) throws IOException {
        connection.write(ByteBuffer.wrap(text.getBytes(java.nio.charset.StandardCharsets.UTF_8)));
    }
}
