package dev.gmp.channel;

import static org.awaitility.Awaitility.await;

import dev.gmp.GmpScheduler;
import dev.gmp.config.GoroutineMode;
import dev.gmp.internal.jdk.VirtualThreads;
import dev.gmp.internal.util.WaitReason;
import dev.gmp.testkit.DefaultVirtualThreads;
import dev.gmp.testkit.Schedulers;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** Runs on each kind of thread that may use channels. Nothing is asserted of time: what is asked for happens, or the test times out. */
@ParameterizedClass
@MethodSource("kinds")
abstract class ChannelTest {

    private static final int PROCS = 2;

    /** What runs the bodies of a test. */
    enum Kind {
        PLATFORM,
        DIRECT,
        VIRTUAL,
        /** Virtual threads of the JDK's own scheduler. */
        FOREIGN_VIRTUAL
    }

    @Parameter
    Kind kind;

    private final List<Running> all = new ArrayList<>();
    private GmpScheduler scheduler;

    static Stream<Kind> kinds() {
        return VirtualThreads.available() ? Stream.of(Kind.values()) : Stream.of(Kind.PLATFORM, Kind.DIRECT);
    }

    @BeforeEach
    void open() {
        scheduler = Schedulers.direct(PROCS)
                .goroutines(kind == Kind.VIRTUAL ? GoroutineMode.VIRTUAL : GoroutineMode.DIRECT)
                .build();
    }

    @AfterEach
    void end() {
        all.forEach(Running::interrupt);
        scheduler.shutdownNow();
        Schedulers.awaitTermination(scheduler);
    }

    /** What a goroutine does. */
    @FunctionalInterface
    interface Body {
        void run() throws Exception;
    }

    /** The {@code go} statement. */
    final Running go(Body body) {
        return call(() -> {
            body.run();
            return null;
        });
    }

    /** The same with a result. */
    final Running call(Callable<?> body) {
        Running running = new Running();
        all.add(running);
        executor().execute(() -> running.run(body));
        return running;
    }

    private Executor executor() {
        return switch (kind) {
            case DIRECT, VIRTUAL -> scheduler;
            case PLATFORM -> task -> new Thread(task, "channels").start();
            case FOREIGN_VIRTUAL ->
                task -> DefaultVirtualThreads.factory().newThread(task).start();
        };
    }

    static void join(Iterable<Running> all) throws Exception {
        for (Running each : all) {
            each.get();
        }
    }

    /** A body that has been started, its thread and its outcome. */
    static final class Running {

        private final CompletableFuture<Thread> thread = new CompletableFuture<>();
        private final CompletableFuture<Object> outcome = new CompletableFuture<>();

        private void run(Callable<?> body) {
            thread.complete(Thread.currentThread());
            try {
                outcome.complete(body.call());
            } catch (Throwable thrown) {
                outcome.completeExceptionally(thrown);
            }
        }

        /** Its result, or what it threw. */
        Object get() throws Exception {
            try {
                return outcome.get(200, TimeUnit.SECONDS);
            } catch (ExecutionException e) {
                throw e.getCause() instanceof Exception exception ? exception : e;
            }
        }

        Future<Object> outcome() {
            return outcome;
        }

        boolean isDone() {
            return outcome.isDone();
        }

        void interrupt() {
            if (!isDone()) {
                thread.join().interrupt();
            }
        }

        /** Waits until it has parked for a channel. */
        Running awaitWait(String reason) {
            await().until(() -> LockSupport.getBlocker(thread.join()) instanceof WaitReason wait
                    && wait.waitReason().equals(reason));
            return this;
        }

        Running awaitSend() {
            return awaitWait("channel send");
        }

        Running awaitReceive() {
            return awaitWait("channel receive");
        }

        Running awaitSelect() {
            return awaitWait("channel select");
        }
    }
}
