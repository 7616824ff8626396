package dev.gmp.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.management.UnixOperatingSystemMXBean;
import dev.gmp.Unwatched;
import dev.gmp.internal.jdk.ForkedJvm;
import java.io.BufferedReader;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.Timeout;

/** The server runs in a JVM of its own, so that each process has the file descriptors for its own ends only. */
@Tag("long")
@Timeout(600)
class ManyConnectionsTest extends NetworkTest {

    private static final int WANTED = 10_000;
    private static final int SPARE_DESCRIPTORS = 500;
    private static final int ROUNDS = 3;
    private static final int DIALLERS = 50;

    private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    private final AtomicInteger silent = new AtomicInteger();
    private final AtomicReference<Throwable> failure = new AtomicReference<>();

    @Test
    void tenThousandConnectionsEchoAndThenCostNothing(TestReporter reporter) throws Exception {
        replaceBy(Unwatched.build(virtual(2).name("many")));
        int connections = Math.min(WANTED, descriptors() - SPARE_DESCRIPTORS);
        reporter.publishEntry("connections", "%d of %d wanted".formatted(connections, WANTED));
        Process server = startServer();
        try (BufferedReader out = server.inputReader(StandardCharsets.UTF_8)) {
            SocketAddress address =
                    new InetSocketAddress(InetAddress.getLoopbackAddress(), Integer.parseInt(out.readLine()));
            CountDownLatch echoed = new CountDownLatch(connections);
            AtomicInteger dialled = new AtomicInteger();
            for (int i = 0; i < DIALLERS; i++) {
                scheduler.execute(() -> dialAll(address, dialled, connections, echoed));
            }
            echoed.await();
            assertThat(failure.get()).isNull();

            await().until(() ->
                    silent.get() == connections && scheduler.snapshot().idleProcs() == scheduler.maxProcs());
            assertThat(scheduler.snapshot().machineCounts().total()).isLessThan(100);
            await().untilAsserted(() -> {
                Map<Long, Long> before = cpuTimes();
                Thread.sleep(2_500); // longer than from one second's look to the next
                assertThat(cpuTimes()).isEqualTo(before);
            });
        } finally {
            server.destroyForcibly().waitFor();
        }
    }

    private void dialAll(SocketAddress address, AtomicInteger dialled, int connections, CountDownLatch echoed) {
        for (int number = dialled.getAndIncrement(); number < connections; number = dialled.getAndIncrement()) {
            try {
                NetConnection connection = NetConnection.connect(address);
                int mine = number;
                scheduler.execute(() -> talk(connection, mine, echoed));
            } catch (Throwable e) {
                failure.set(e);
                echoed.countDown();
            }
        }
    }

    /** Some rounds of a message and its answer, then silence until the connection is closed. */
    private void talk(NetConnection connection, int number, CountDownLatch echoed) {
        try (connection) {
            ByteBuffer buffer = ByteBuffer.allocate(8);
            for (int round = 0; round < ROUNDS; round++) {
                long message = number * 1_000L + round;
                connection.write(buffer.clear().putLong(message).flip());
                buffer.clear();
                while (buffer.hasRemaining() && connection.read(buffer) >= 0) {
                    // until the whole answer is there
                }
                assertThat(buffer.flip().getLong()).isEqualTo(message);
            }
            silent.incrementAndGet();
            echoed.countDown();
            connection.read(buffer.clear());
        } catch (ClosedByInterruptException | SocketException end) {
            // of the test, or of the server
        } catch (Throwable e) {
            failure.set(e);
            echoed.countDown();
        }
    }

    private Process startServer() throws IOException {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        return new ProcessBuilder(
                        java,
                        "--add-opens",
                        "java.base/java.lang=ALL-UNNAMED",
                        "-cp",
                        ForkedJvm.classPath(),
                        EchoServer.class.getName())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    private static int descriptors() {
        return ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean unix
                ? (int) Math.min(Integer.MAX_VALUE, unix.getMaxFileDescriptorCount())
                : WANTED;
    }

    private Map<Long, Long> cpuTimes() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith("gmp-many-"))
                .collect(Collectors.toMap(Thread::getId, thread -> threads.getThreadCpuTime(thread.getId())));
    }
}
