package dev.gmp.internal.sysmon;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.gmp.GmpScheduler;
import dev.gmp.internal.gmp.Machine;
import dev.gmp.testkit.Schedulers;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.Socket;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** Machines whose CPU time has not moved. */
class ThreadActivityTest {

    private static final long LONG_NANOS = 10_000_000;

    private final GmpScheduler scheduler = GmpScheduler.builder().maxProcs(1).build();
    private final ThreadActivity activity = new ThreadActivity();
    private volatile boolean over;

    @AfterEach
    void close() {
        over = true;
        scheduler.close();
    }

    @Test
    @EnabledOnOs(value = OS.LINUX, disabledReason = "only Linux tells a thread that wants a CPU from a blocked one")
    void oneThatComputesHasBeenDeniedTheCpu() {
        Machine machine = Schedulers.machineThatRuns(scheduler, () -> {
            while (!over) {
                Thread.onSpinWait();
            }
        });
        await().until(() -> !activity.isBlockedInKernel(machine)); // a safepoint blocks it too
    }

    @Test
    void oneInASystemCallBlocks() throws Exception {
        try (ServerSocket server = new ServerSocket(0);
                Socket client = new Socket(server.getInetAddress(), server.getLocalPort())) {
            Machine machine = Schedulers.machineThatRuns(scheduler, () -> read(client));
            Thread thread = machine.thread(); // before it reads, it may wait for a class
            await().until(() -> thread.getState() == Thread.State.RUNNABLE && activity.isBlockedInKernel(machine));
        }
    }

    @Test
    void oneThatUsedAnEighthOfTheTimeRan() {
        assertThat(ThreadActivity.hardlyRan(LONG_NANOS / 8 - 1, LONG_NANOS)).isTrue();
        assertThat(ThreadActivity.hardlyRan(LONG_NANOS / 8, LONG_NANOS)).isFalse();
    }

    private static void read(Socket socket) {
        try {
            int ignored = socket.getInputStream().read();
        } catch (IOException e) {
            // closed at the end of the test
        }
    }
}
