package dev.gmp.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.gmp.GmpScheduler;
import dev.gmp.config.GoroutineMode;
import dev.gmp.net.NetConnection;
import dev.gmp.net.NetListener;
import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.api.condition.OS;

/** What a checkpoint of the JVM asks for: no file of the scheduler's is open, and none is opened before the next task. */
@EnabledOnOs(OS.LINUX)
@EnabledForJreRange(min = JRE.JAVA_21) // for the network
class ReleasedFilesTest {

    private final List<String> before;

    /** Without what the JDK keeps open once it has used channels and virtual threads. */
    ReleasedFilesTest() throws Exception {
        ServerSocketChannel.open().close();
        try (GmpScheduler scheduler =
                GmpScheduler.builder().goroutines(GoroutineMode.VIRTUAL).build()) {
            scheduler.submit(() -> {}).get(100, TimeUnit.SECONDS);
        }
        before = opened();
    }

    @Test
    void noneIsOpenOnceTheTasksAreDoneAndTheNextOnesOpenThemAgain() throws Exception {
        try (GmpScheduler scheduler = GmpScheduler.builder()
                .name("released")
                .goroutines(GoroutineMode.VIRTUAL)
                .build()) {
            for (int round = 0; round < 3; round++) {
                blockInTheKernel(scheduler);
                pollTheNetwork(scheduler);
                await().until(scheduler::releaseFiles);
                assertThat(openedSince()).isEmpty();
                scheduler.keepFiles();
            }
        }
        await("the monitor's end").until(() -> openedSince().isEmpty());
    }

    @Test
    void whatHasEndedHasReleasedThem() throws Exception {
        GmpScheduler scheduler = GmpScheduler.builder().name("ended").build();
        scheduler.submit(() -> {}).get(100, TimeUnit.SECONDS);
        scheduler.close();
        await().until(scheduler::releaseFiles);
    }

    /** Sysmon asks the kernel what the thread is doing, which is in native code. */
    private void blockInTheKernel(GmpScheduler scheduler) throws Exception {
        try (ServerSocket server = new ServerSocket(0);
                Socket client = new Socket(server.getInetAddress(), server.getLocalPort());
                Socket accepted = server.accept()) {
            FutureTask<Integer> read =
                    new FutureTask<>(() -> accepted.getInputStream().read());
            scheduler.direct().execute(read);
            await().until(() -> openedSince().stream().anyMatch(file -> file.endsWith("/stat")));
            assertThat(scheduler.releaseFiles()).as("while a task runs").isFalse();
            client.getOutputStream().write(7);
            assertThat(read.get(100, TimeUnit.SECONDS)).isEqualTo(7);
        }
    }

    private void pollTheNetwork(GmpScheduler scheduler) throws Exception {
        try (NetListener listener = NetListener.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))) {
            Future<Integer> read = scheduler.submit(() -> {
                try (NetConnection accepted = listener.accept()) {
                    return accepted.read(ByteBuffer.allocate(1));
                }
            });
            await().until(() -> openedSince().contains("anon_inode:[eventpoll]"));
            try (SocketChannel connection = SocketChannel.open(listener.localAddress())) {
                connection.write(ByteBuffer.wrap(new byte[] {7}));
                assertThat(read.get(100, TimeUnit.SECONDS)).isOne();
            }
        }
    }

    private List<String> openedSince() {
        List<String> since = opened();
        before.forEach(since::remove);
        return since;
    }

    /** Of the kinds that a checkpoint refuses. */
    private static List<String> opened() {
        List<String> found = new ArrayList<>();
        for (String descriptor : new File("/proc/self/fd").list()) {
            try {
                String target = Files.readSymbolicLink(Path.of("/proc/self/fd", descriptor))
                        .toString();
                if (target.matches("(/proc|/sys|anon_inode|socket|pipe).*") && !target.matches("/proc/\\d+/fd")) {
                    found.add(target);
                }
            } catch (IOException closedMeanwhile) {
                // that of the listing itself, as a rule
            }
        }
        return found;
    }
}
