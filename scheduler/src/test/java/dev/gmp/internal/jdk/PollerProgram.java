package dev.gmp.internal.jdk;

import dev.gmp.GmpScheduler;
import dev.gmp.config.GoroutineMode;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * A virtual thread of ours does the JVM's first blocking network I/O, its scheduler closes, and then another
 * virtual thread, on the default scheduler, reads from a socket. Prints whether that one woke up.
 *
 * <p>The first argument says what starts the pollers: nothing, a platform thread, a virtual one of ours, or a
 * whole scheduler by itself. The
 * second says how many seconds to wait for the wake-up.
 */
final class PollerProgram {
    private PollerProgram() {}

    public static void main(String[] args) throws Exception {
        String startedBy = args[0];
        int patienceSeconds = Integer.parseInt(args[1]);
        if (startedBy.equals("platform")) {
            Pollers.initialise();
        }

        if (startedBy.equals("scheduler")) {
            readOnAScheduler();
        } else {
            ClosableScheduler scheduler = new ClosableScheduler();
            if (startedBy.equals("virtual")) {
                scheduler.runToEnd(Pollers::initialise);
            }
            scheduler.runToEnd(PollerProgram::readOneByte);
            scheduler.close();
        }

        CountDownLatch woken = new CountDownLatch(1);
        DefaultVirtualThreads.start(() -> {
            readOneByte();
            woken.countDown();
        });
        System.out.println(woken.await(patienceSeconds, TimeUnit.SECONDS) ? "woken" : "hangs");
        System.exit(0);
    }

    private static void readOnAScheduler() throws Exception {
        try (GmpScheduler scheduler = GmpScheduler.builder()
                .maxProcs(1)
                .goroutines(GoroutineMode.VIRTUAL)
                .build()) {
            scheduler.submit(PollerProgram::readOneByte).get();
        }
    }

    /** Blocks: the byte is sent when the reader has parked. */
    private static void readOneByte() {
        InetAddress loopback = InetAddress.getLoopbackAddress();
        try (ServerSocket server = new ServerSocket(0, 1, loopback);
                Socket client = new Socket(loopback, server.getLocalPort());
                Socket accepted = server.accept()) {
            Thread reader = Thread.currentThread();
            Thread sender = new Thread(() -> sendWhenParked(reader, accepted));
            sender.start();
            client.getInputStream().read();
            sender.join();
        } catch (IOException | InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private static void sendWhenParked(Thread reader, Socket socket) {
        try {
            while (reader.getState() != Thread.State.WAITING) {
                Thread.sleep(1);
            }
            socket.getOutputStream().write(1);
        } catch (IOException | InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /** One platform thread carries everything until it is closed; then nothing runs any more. */
    private static final class ClosableScheduler {
        private static final Runnable POISON = () -> {};

        private final BlockingQueue<Runnable> queue = new LinkedBlockingQueue<>();
        private final Thread carrier = new Thread(this::carry, "carrier");

        ClosableScheduler() {
            carrier.start();
        }

        void runToEnd(Runnable task) throws InterruptedException {
            Thread thread = VirtualThreads.newThread(queue::add, "goroutine", false, task);
            thread.start();
            thread.join();
        }

        void close() throws InterruptedException {
            queue.add(POISON);
            carrier.join();
        }

        private void carry() {
            try {
                for (Runnable next = queue.take(); next != POISON; next = queue.take()) {
                    next.run();
                }
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }
    }
}
