package dev.gmp.goroutine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.gmp.GmpScheduler;
import dev.gmp.config.GoroutineMode;
import dev.gmp.internal.jdk.VirtualThreads;
import dev.gmp.testkit.Checkers;
import dev.gmp.testkit.DefaultVirtualThreads;
import dev.gmp.testkit.Schedulers;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** A goroutine behaves as any virtual thread does: the JDK's own are tested beside it. */
@ParameterizedClass(allowZeroInvocations = true)
@MethodSource("kinds")
class AnyVirtualThreadTest {

    private static final String OURS = "goroutine";

    @Parameter
    String kind;

    private GmpScheduler scheduler;
    private ThreadFactory factory;

    static Stream<String> kinds() {
        return VirtualThreads.available() ? Stream.of("virtual thread of the JDK", OURS) : Stream.empty();
    }

    @BeforeEach
    void open() {
        scheduler = GmpScheduler.builder()
                .maxProcs(2)
                .goroutines(GoroutineMode.VIRTUAL)
                .build();
        factory = kind.equals(OURS) ? scheduler.threadFactory() : DefaultVirtualThreads.factory();
    }

    @AfterEach
    void close() {
        scheduler.shutdownNow();
        Schedulers.awaitTermination(scheduler);
    }

    @Test
    void threadLocalsAreItsOwn() throws Exception {
        ThreadLocal<String> local = ThreadLocal.withInitial(() -> "initial");
        List<String> seen = new CopyOnWriteArrayList<>();
        for (String name : List.of("first", "second")) {
            run(() -> {
                seen.add(local.get());
                local.set(name);
                Thread.yield();
                LockSupport.parkNanos(100_000);
                seen.add(local.get());
                local.remove();
                seen.add(local.get());
            });
        }
        assertThat(seen).containsExactly("initial", "first", "initial", "initial", "second", "initial");
        assertThat(local.get()).isEqualTo("initial");
    }

    @Test
    void inheritableThreadLocalsComeFromTheThreadThatMadeIt() throws Exception {
        InheritableThreadLocal<String> local = new InheritableThreadLocal<>();
        List<String> seen = new CopyOnWriteArrayList<>();
        local.set("from the maker");
        Thread thread = factory.newThread(() -> {
            seen.add(local.get());
            local.set("from the thread");
            Thread child = factory.newThread(() -> seen.add(local.get()));
            child.start();
            Checkers.join(child);
        });
        local.set("changed since");
        thread.start();
        thread.join();
        local.remove();

        assertThat(seen).containsExactly("from the maker", "from the thread");
    }

    @Test
    void anInterruptEndsASleepAndClearsTheStatus() throws Exception {
        AtomicReference<Boolean> statusAfter = new AtomicReference<>();
        Thread thread = start(() -> {
            try {
                Thread.sleep(100_000);
            } catch (InterruptedException e) {
                statusAfter.set(Thread.currentThread().isInterrupted());
            }
        });
        await().until(() -> thread.getState() == Thread.State.TIMED_WAITING);
        thread.interrupt();
        thread.join();

        assertThat(statusAfter.get()).isFalse();
    }

    @Test
    void anInterruptStaysUntilItIsAskedFor() throws Exception {
        List<Boolean> seen = new CopyOnWriteArrayList<>();
        run(() -> {
            Thread.currentThread().interrupt();
            LockSupport.park(); // returns at once
            Thread.yield();
            seen.add(Thread.currentThread().isInterrupted());
            seen.add(Thread.interrupted());
            seen.add(Thread.interrupted());
        });
        assertThat(seen).containsExactly(true, true, false);
    }

    @Test
    void anInterruptClosesTheSocketThatIsRead() throws Exception {
        AtomicReference<Exception> thrown = new AtomicReference<>();
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                Socket client = new Socket(server.getInetAddress(), server.getLocalPort());
                Socket accepted = server.accept()) {
            Thread thread = start(() -> {
                try {
                    client.getInputStream().read();
                } catch (IOException e) {
                    thrown.set(e);
                }
            });
            await().until(() -> thread.getState() == Thread.State.WAITING);
            thread.interrupt();
            thread.join();

            assertThat(thrown.get()).isInstanceOf(SocketException.class);
            assertThat(client.isClosed()).isTrue();
            assertThat(accepted.isClosed()).isFalse();
        }
    }

    @Test
    void aJoinWaitsForTheEndAndOneWithATimeOutNoLonger() throws Exception {
        AtomicBoolean released = new AtomicBoolean();
        Thread thread = start(() -> parkUntil(released));
        thread.join(1);
        assertThat(thread.isAlive()).isTrue();
        AtomicBoolean joined = new AtomicBoolean();
        Thread joiner = start(() -> {
            Checkers.join(thread);
            joined.set(!thread.isAlive());
        });
        await().until(() -> joiner.getState() == Thread.State.WAITING);

        released.set(true);
        LockSupport.unpark(thread);
        joiner.join();
        assertThat(joined).isTrue();
        thread.join(); // again, at once
    }

    @Test
    void itsStackIsThereWhileItIsParkedAndWhileItRuns() throws Exception {
        AtomicBoolean released = new AtomicBoolean();
        Thread thread = factory.newThread(() -> {
            parkUntil(released);
            computeUntil(released);
        });
        assertThat(thread.getStackTrace()).isEmpty();
        thread.start();
        await().until(() -> thread.getState() == Thread.State.WAITING);
        assertThat(thread.getStackTrace())
                .anyMatch(frame -> frame.getMethodName().equals("parkUntil"));

        released.set(true);
        LockSupport.unpark(thread);
        await().until(() -> Stream.of(thread.getStackTrace())
                .anyMatch(frame -> frame.getMethodName().equals("computeUntil")));
        released.set(false);
        thread.join();
        assertThat(thread.getStackTrace()).isEmpty();
    }

    @Test
    void itsStateSaysWhatItDoes() throws Exception {
        Object monitor = new Object();
        AtomicBoolean released = new AtomicBoolean();
        Thread thread = factory.newThread(() -> {
            parkUntil(released);
            synchronized (monitor) {
                released.set(false);
            }
        });
        assertThat(thread.getState()).isEqualTo(Thread.State.NEW);
        thread.start();
        await().until(() -> thread.getState() == Thread.State.WAITING);
        synchronized (monitor) {
            released.set(true);
            LockSupport.unpark(thread);
            await().until(() -> thread.getState() == Thread.State.BLOCKED);
        }
        thread.join();
        assertThat(thread.getState()).isEqualTo(Thread.State.TERMINATED);
        assertThat(released).isFalse();
    }

    @Test
    void whatItThrowsGoesToItsHandlerOrToTheDefaultOne() throws Exception {
        List<String> heard = new CopyOnWriteArrayList<>();
        Thread.UncaughtExceptionHandler before = Thread.getDefaultUncaughtExceptionHandler();
        String one = "one of AnyVirtualThreadTest";
        Thread.setDefaultUncaughtExceptionHandler((thread, thrown) -> {
            if (one.equals(thrown.getMessage())) { // others may throw meanwhile
                heard.add("default one");
            }
        });
        try {
            run(() -> {
                throw new IllegalStateException(one);
            });
            run(() -> {
                Thread.currentThread()
                        .setUncaughtExceptionHandler((thread, thrown) ->
                                heard.add((thread == Thread.currentThread()) + " " + thrown.getMessage()));
                throw new IllegalStateException("two");
            });
        } finally {
            Thread.setDefaultUncaughtExceptionHandler(before);
        }
        assertThat(heard).containsExactly("default one", "true two");
    }

    @Test
    void itIsADaemonOfNormalPriorityInTheGroupOfVirtualThreads() {
        Thread thread = factory.newThread(() -> {});
        thread.setPriority(Thread.MAX_PRIORITY);

        assertThat(thread.isDaemon()).isTrue();
        assertThat(thread.getPriority()).isEqualTo(Thread.NORM_PRIORITY);
        assertThat(thread.getThreadGroup().getName()).isEqualTo("VirtualThreads");
    }

    private Thread start(Runnable body) {
        Thread thread = factory.newThread(body);
        thread.start();
        return thread;
    }

    private void run(Runnable body) throws InterruptedException {
        start(body).join();
    }

    private static void parkUntil(AtomicBoolean condition) {
        while (!condition.get()) {
            LockSupport.park();
        }
    }

    private static void computeUntil(AtomicBoolean unset) {
        while (unset.get()) {
            Thread.onSpinWait();
        }
    }
}
