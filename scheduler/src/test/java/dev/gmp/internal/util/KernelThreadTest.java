package dev.gmp.internal.util;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

@Timeout(60)
@EnabledOnOs(OS.LINUX)
class KernelThreadTest {

    @Test
    void aThreadThatComputesWantsACpu() throws Exception {
        AtomicBoolean over = new AtomicBoolean();
        KernelThread computing = started("computes", () -> {
            while (!over.get()) {
                Thread.onSpinWait();
            }
        });
        await().until(computing::isOnCpuOrWaitsForOne); // a safepoint blocks it too
        over.set(true);
    }

    @Test
    void aThreadThatSleepsDoesNot() throws Exception {
        KernelThread sleeping = started("sleeps", () -> sleep(60_000));
        await().until(() -> !sleeping.isOnCpuOrWaitsForOne());
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
            await().until(() -> !reading.isOnCpuOrWaitsForOne());
            assertThat(reader.get().getState()).isEqualTo(Thread.State.RUNNABLE);
        }
    }

    @Test
    void theNameOfAThreadIsNoState() throws Exception {
        KernelThread sleeping = started("x) R (y) R 1 2", () -> sleep(60_000));
        await().until(() -> !sleeping.isOnCpuOrWaitsForOne());
    }

    @Test
    void aThreadThatHasEndedWantsNone() throws Exception {
        KernelThread ended = started("ends", () -> {});
        await().until(() -> !ended.isOnCpuOrWaitsForOne());
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

    private static void sleep(long millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void read(Socket socket) {
        try {
            int ignored = socket.getInputStream().read();
        } catch (IOException e) {
            // closed at the end of the test
        }
    }
}
