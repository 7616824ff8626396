package dev.gmp.goroutine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.gmp.GmpScheduler;
import dev.gmp.config.GoroutineMode;
import dev.gmp.internal.jdk.VirtualThreads;
import dev.gmp.testkit.Schedulers;
import java.io.FileInputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Virtual goroutines that hold their machine, because the JVM cannot unmount them. The others run on. */
class PinnedGoroutineTest {

    private static final CountDownLatch RELEASED = new CountDownLatch(1);

    private GmpScheduler scheduler;

    @BeforeEach
    void open() {
        assumeTrue(VirtualThreads.available(), VirtualThreads::reason);
        scheduler = GmpScheduler.builder()
                .maxProcs(1)
                .goroutines(GoroutineMode.VIRTUAL)
                .machineKeepAlive(Schedulers.NEVER)
                .build();
    }

    @AfterEach
    void close() {
        if (scheduler != null) {
            scheduler.shutdownNow();
            Schedulers.awaitTermination(scheduler);
        }
    }

    @Test
    void aClassInitialiserThatParksHoldsUpOnlyThoseThatWantTheClass() throws Exception {
        Future<Integer> initialising = scheduler.submit(() -> Initialised.value);
        Future<Integer> wanting = scheduler.submit(() -> Initialised.value);
        // the JVM calls a thread that waits for a class initialiser runnable
        Schedulers.await(scheduler, now -> now.machineCounts().blocked() == 2);

        assertThat(scheduler.submit(() -> "passed").get()).isEqualTo("passed");
        RELEASED.countDown();
        assertThat(initialising.get()).isEqualTo(42);
        assertThat(wanting.get()).isEqualTo(42);
    }

    @Test
    void nativeCodeThatBlocksLosesItsProcessor(@TempDir Path folder) throws Exception {
        Path pipe = folder.resolve("pipe");
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/mkfifo")), "no mkfifo");
        Process mkfifo = new ProcessBuilder("/usr/bin/mkfifo", pipe.toString()).start();
        assertThat(mkfifo.waitFor(60, TimeUnit.SECONDS)).isTrue();
        Future<Integer> opening = scheduler.submit(() -> {
            try (FileInputStream in = new FileInputStream(pipe.toFile())) { // blocks until another thread writes
                return in.read();
            }
        });
        assertThat(scheduler.submit(() -> "passed").get()).isEqualTo("passed");
        await().until(() -> scheduler.snapshot().goroutines().live() == 1);

        Files.write(pipe, new byte[] {7});
        assertThat(opening.get()).isEqualTo(7);
    }

    private static final class Initialised {

        static int value;

        static {
            try {
                RELEASED.await();
            } catch (InterruptedException e) {
                throw new ExceptionInInitializerError(e);
            }
            value = 42;
        }
    }
}
