package dev.gmp.observe.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.gmp.Goroutines;
import dev.gmp.config.GoroutineMode;
import dev.gmp.internal.jdk.VirtualThreads;
import dev.gmp.net.NetConnection;
import dev.gmp.net.NetListener;
import dev.gmp.testkit.Latches;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Until when goroutines wait, and for which peer: where that is known, and said where it is not. */
class WaitDetailsTest {

    private static final String MODES = "dev.gmp.testkit.Modes#available";
    private static final String NOT_TOLD = "socket read, peer not told: the JDK does not tell it of its own sockets";
    private static final Pattern UNTIL = Pattern.compile(".* until (\\S+Z)(?: to (\\S+Z))?");
    private static final Duration HOUR = Duration.ofHours(1);

    /** Of one end or two. */
    private static List<Instant> ends(GoroutineGroup group) {
        Matcher matcher = UNTIL.matcher(Workload.reason(group));
        assertThat(matcher.matches()).as(Workload.reason(group)).isTrue();
        Instant first = Instant.parse(matcher.group(1));
        return List.of(first, matcher.group(2) == null ? first : Instant.parse(matcher.group(2)));
    }

    private static void assertBetween(List<Instant> ends, Instant earliest, Instant latest) {
        assertThat(ends).allSatisfy(end -> assertThat(end).isBetween(earliest.minusSeconds(2), latest.plusSeconds(1)));
    }

    @Test
    void whenASleepEnds() {
        assumeTrue(VirtualThreads.available(), VirtualThreads::reason);
        try (Workload workload = new Workload(GoroutineMode.VIRTUAL)) {
            Instant before = Instant.now();
            workload.start(3, () -> Goroutines.sleep(HOUR));

            List<Instant> ends = ends(workload.await(3, "sleep until "));
            assertBetween(ends, before.plus(HOUR), Instant.now().plus(HOUR));
        }
    }

    @Test
    void theFirstAndTheLastEndOfAGroup() {
        assumeTrue(VirtualThreads.available(), VirtualThreads::reason);
        try (Workload workload = new Workload(GoroutineMode.VIRTUAL)) {
            LinkedBlockingQueue<Duration> lengths =
                    new LinkedBlockingQueue<>(List.of(HOUR, HOUR.multipliedBy(5), HOUR));
            Instant before = Instant.now();
            workload.start(3, () -> Goroutines.sleep(lengths.take()));

            List<Instant> ends = ends(workload.await(3, "sleep until "));
            Instant after = Instant.now();
            assertBetween(ends.subList(0, 1), before.plus(HOUR), after.plus(HOUR));
            assertBetween(ends.subList(1, 2), before.plus(HOUR.multipliedBy(5)), after.plus(HOUR.multipliedBy(5)));
        }
    }

    @ParameterizedTest
    @MethodSource(MODES)
    void theEndOfAPlatformThread(GoroutineMode mode) {
        CountDownLatch ends = new CountDownLatch(1);
        Thread thread = new Thread(() -> Latches.await(ends));
        thread.start();
        try (Workload workload = new Workload(mode)) {
            workload.start(3, thread::join);
            workload.start(2, () -> thread.join(HOUR.toMillis()));

            assertThat(Workload.reason(workload.await(3, "Thread.join"))).isEqualTo("Thread.join");
            workload.await(2, "timed Thread.join");
        } finally {
            ends.countDown();
        }
    }

    /** From JDK 25 on. The scheduler's own timers end them, but the JDK's end {@code Object.wait}. */
    @Test
    void whenTimedWaitsOfTheJdkEnd() {
        assumeTrue(VirtualThreads.available(), VirtualThreads::reason);
        assumeTrue(Runtime.version().feature() >= 25, "this JDK ends them by threads of its own");
        try (Workload workload = new Workload(GoroutineMode.VIRTUAL)) {
            LinkedBlockingQueue<String> queue = new LinkedBlockingQueue<>();
            Instant before = Instant.now();
            workload.start(4, () -> Thread.sleep(HOUR.toMillis()));
            workload.start(2, () -> queue.poll(1, TimeUnit.HOURS));
            workload.start(1, queue::take);
            workload.start(5, () -> {
                synchronized (queue) {
                    queue.wait(HOUR.toMillis());
                }
            });

            List<Instant> wait = ends(workload.await(5, "timed Object.wait until "));
            List<Instant> sleep = ends(workload.await(4, "sleep until "));
            List<Instant> poll = ends(workload.await(2, "queue LinkedBlockingQueue.poll until "));
            Instant after = Instant.now();
            assertBetween(sleep, before.plus(HOUR), after.plus(HOUR));
            assertBetween(wait, before.plus(HOUR), after.plus(HOUR));
            assertBetween(poll, before.plus(HOUR), after.plus(HOUR));
            assertThat(Workload.reason(workload.await(1, "queue"))).isEqualTo("queue LinkedBlockingQueue.take");
        }
    }

    /** The JVM does not tell it of a platform thread. */
    @Test
    void aSleepWhoseEndIsNotKnown() {
        try (Workload workload = new Workload(GoroutineMode.DIRECT)) {
            workload.start(2, () -> Goroutines.sleep(HOUR));
            assertThat(Workload.reason(workload.await(2, "sleep"))).isEqualTo("sleep");
        }
    }

    @Test
    void thePeerOfAConnection() throws Exception {
        assumeTrue(VirtualThreads.available(), VirtualThreads::reason);
        try (ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
                Workload workload = new Workload(GoroutineMode.VIRTUAL)) {
            InetSocketAddress address = (InetSocketAddress) server.getLocalSocketAddress();
            workload.start(2, () -> {
                try (NetConnection connection = NetConnection.connect(address)) {
                    connection.read(ByteBuffer.allocate(1));
                }
            });

            GoroutineGroup group = workload.await(2, "socket read");
            assertThat(group.waits()).isEqualTo(Map.of("socket read", 2L));
            assertThat(group.peers()).isEqualTo(Map.of(inNumbers(address), 2L));
            assertThat(workload.profile().toText(true)).contains("# peers: " + inNumbers(address) + " (2)\n");
            assertThat(workload.profile().toText(false))
                    .contains("# waits for: socket read (2)\n")
                    .doesNotContain(inNumbers(address));
        }
    }

    private static String inNumbers(InetSocketAddress address) {
        String host = address.getAddress().getHostAddress();
        return (host.contains(":") ? "[" + host + "]" : host) + ":" + address.getPort();
    }

    @Test
    void aListenerHasNoPeer() throws Exception {
        assumeTrue(VirtualThreads.available(), VirtualThreads::reason);
        try (NetListener listener = NetListener.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
                Workload workload = new Workload(GoroutineMode.VIRTUAL)) {
            workload.start(1, listener::accept);

            GoroutineGroup group = workload.await(1, "socket accept");
            assertThat(group.waits()).containsOnlyKeys("socket accept");
            assertThat(group.peers()).isEmpty();
        }
    }

    @ParameterizedTest
    @MethodSource(MODES)
    void aSocketOfTheJdk(GoroutineMode mode) throws Exception {
        try (ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
                Workload workload = new Workload(mode)) {
            workload.releaseBy(() -> close(server)); // which ends the connection
            workload.start(1, () -> {
                try (Socket socket = new Socket(server.getInetAddress(), server.getLocalPort())) {
                    socket.getInputStream().read();
                }
            });

            GoroutineGroup group = workload.await(1, "socket read");
            assertThat(group.waits()).containsOnlyKeys(NOT_TOLD);
            assertThat(group.peers()).isEmpty();
        }
    }

    private static void close(ServerSocket server) {
        try {
            server.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
