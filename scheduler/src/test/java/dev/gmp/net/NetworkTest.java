package dev.gmp.net;

import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.gmp.GmpScheduler;
import dev.gmp.SchedulerBuilder;
import dev.gmp.Unwatched;
import dev.gmp.config.GoroutineMode;
import dev.gmp.testkit.Modes;
import dev.gmp.testkit.Schedulers;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** A scheduler of virtual goroutines without sysmon, so that nothing heals a wake-up that is lost. */
abstract class NetworkTest {

    GmpScheduler scheduler;

    @BeforeEach
    void buildScheduler() {
        assumeTrue(Modes.available().anyMatch(GoroutineMode.VIRTUAL::equals), "this JVM has no virtual goroutines");
        scheduler = Unwatched.build(virtual(2));
    }

    /** Virtual goroutines on a number of processors; no machine ends for want of work. */
    static SchedulerBuilder virtual(int procs) {
        return Schedulers.direct(procs).goroutines(GoroutineMode.VIRTUAL);
    }

    /** Another scheduler for the rest of the test. */
    void replaceBy(GmpScheduler other) {
        scheduler.shutdown();
        scheduler = other;
    }

    @AfterEach
    void closeScheduler() {
        if (scheduler != null) {
            scheduler.shutdownNow();
            Schedulers.awaitTermination(scheduler);
        }
    }

    <T> Future<T> go(Callable<T> task) {
        return scheduler.submit(task);
    }

    Pair connect() throws Exception {
        try (NetListener listener = NetListener.bind(loopback())) {
            Future<NetConnection> server = go(listener::accept);
            Future<NetConnection> client = go(() -> NetConnection.connect(listener.localAddress()));
            return new Pair(client.get(), server.get());
        }
    }

    static InetSocketAddress loopback() {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    }

    static String receive(NetConnection connection, int bytes) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocate(bytes);
        while (buffer.hasRemaining()) {
            if (connection.read(buffer) < 0) {
                throw new IOException("ended after " + buffer.position() + " bytes");
            }
        }
        return new String(buffer.array(), StandardCharsets.UTF_8);
    }

    /** Until all goroutines are parked: those that have something to do have done it. */
    void awaitWaiting(Future<?> unfinished) {
        assertThatThrownBy(() -> unfinished.get(10, TimeUnit.MILLISECONDS))
                .isInstanceOf(java.util.concurrent.TimeoutException.class);
        await().until(() -> scheduler.snapshot().idleProcs() == scheduler.maxProcs());
    }

    static Throwable failure(Future<?> task) {
        Throwable thrown = catchThrowable(() -> task.get(60, TimeUnit.SECONDS));
        return thrown instanceof ExecutionException ? thrown.getCause() : thrown;
    }

    record Pair(NetConnection client, NetConnection server) {}
}
