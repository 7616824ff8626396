package dev.gmp.internal.util;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.gmp.testkit.Latches;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

@EnabledOnOs(OS.LINUX)
class KernelStatesTest {

    private final KernelStates states = new KernelStates();
    private final CountDownLatch ended = new CountDownLatch(1);

    @AfterEach
    void end() {
        ended.countDown();
    }

    @Test
    void aThreadThatComputesWantsACpu() throws Exception {
        AtomicBoolean over = new AtomicBoolean();
        KernelThread computing = started("computes", () -> computeUntil(over));
        await().until(() -> states.isOnCpuOrWaitsForOne(computing)); // a safepoint blocks it too
        over.set(true);
    }

    @Test
    void aThreadThatSleepsDoesNot() throws Exception {
        KernelThread sleeping = started("sleeps", this::sleep);
        await().until(() -> !states.isOnCpuOrWaitsForOne(sleeping));
    }

    @Test
    void norDoesOneInASystemCallThatTheJvmCallsRunnable() throws Exception {
        try (ServerSocket server = new ServerSocket(0);
                Socket client = new Socket(server.getInetAddress(), server.getLocalPort())) {
            CompletableFuture<Thread> reader = new CompletableFuture<>();
            KernelThread reading = started("reads", () -> {
                reader.complete(Thread.currentThread());
                read(client);
            });
            Thread thread = reader.get(); // before it reads, it may wait for a class
            await().until(() -> thread.getState() == Thread.State.RUNNABLE && !states.isOnCpuOrWaitsForOne(reading));
        }
    }

    @Test
    void theNameOfAThreadIsNoState() throws Exception {
        KernelThread sleeping = started("x) R (y) R 1 2", this::sleep);
        await().until(() -> !states.isOnCpuOrWaitsForOne(sleeping));
    }

    @Test
    void aThreadThatHasEndedWantsNone() throws Exception {
        AtomicBoolean over = new AtomicBoolean();
        KernelThread ends = started("ends", () -> computeUntil(over));
        await().until(() -> states.isOnCpuOrWaitsForOne(ends));
        assertThat(openOf(List.of(ends))).isOne();
        over.set(true);
        await().until(() -> !states.isOnCpuOrWaitsForOne(ends) && openOf(List.of(ends)) == 0);
    }

    @Test
    void filesThatWereClosedAreOpenedAgain() throws Exception {
        AtomicBoolean over = new AtomicBoolean();
        KernelThread computing = started("computes", () -> computeUntil(over));
        await().until(() -> states.isOnCpuOrWaitsForOne(computing));
        states.closeFiles();
        assertThat(openOf(List.of(computing))).isZero();
        await().until(() -> states.isOnCpuOrWaitsForOne(computing));
        assertThat(openOf(List.of(computing))).isOne();
        over.set(true);
    }

    @Test
    void whatItSaysFollowsTheThread() throws Exception {
        AtomicBoolean over = new AtomicBoolean();
        CountDownLatch begin = new CountDownLatch(1);
        KernelThread thread = started("waits, then computes, then sleeps", () -> {
            Latches.await(begin);
            computeUntil(over);
            sleep();
        });
        await().until(() -> !states.isOnCpuOrWaitsForOne(thread));
        begin.countDown();
        await().until(() -> states.isOnCpuOrWaitsForOne(thread));
        over.set(true);
        await().until(() -> !states.isOnCpuOrWaitsForOne(thread));
    }

    @Test
    void ofManyTheLastFilesStayOpen() throws Exception {
        List<KernelThread> many = new ArrayList<>();
        for (int i = 0; i < KernelStates.MOST_OPEN + 5; i++) {
            KernelThread sleeping = started("sleeps " + i, this::sleep);
            many.add(sleeping);
            await().until(() -> !states.isOnCpuOrWaitsForOne(sleeping));
        }
        assertThat(openOf(many)).isEqualTo(KernelStates.MOST_OPEN);
        assertThat(openOf(many.subList(0, 5))).isZero();
        assertThat(many).noneMatch(states::isOnCpuOrWaitsForOne);
    }

    /** How many of this JVM's open files are of these threads. */
    private static long openOf(List<KernelThread> threads) throws IOException {
        Set<String> files = threads.stream().map(KernelThread::statFile).collect(Collectors.toSet());
        try (Stream<Path> open = Files.list(Path.of("/proc/self/fd"))) {
            return open.filter(each -> files.contains(target(each))).count();
        }
    }

    private static String target(Path link) {
        try {
            return Files.readSymbolicLink(link).toString();
        } catch (IOException e) {
            return ""; // closed meanwhile
        }
    }

    private static KernelThread started(String name, Runnable work) throws Exception {
        CompletableFuture<KernelThread> itself = new CompletableFuture<>();
        Thread thread = new Thread(
                () -> {
                    itself.complete(KernelThread.current());
                    work.run();
                },
                name);
        thread.setDaemon(true);
        thread.start();
        return itself.get();
    }

    private static void computeUntil(AtomicBoolean over) {
        while (!over.get()) {
            Thread.onSpinWait();
        }
    }

    /** As long as the test takes, however long that is. */
    private void sleep() {
        Latches.await(ended);
    }

    private static void read(Socket socket) {
        try {
            int ignored = socket.getInputStream().read();
        } catch (IOException e) {
            // closed at the end of the test
        }
    }
}
