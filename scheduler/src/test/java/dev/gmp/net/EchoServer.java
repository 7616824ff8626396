package dev.gmp.net;

import dev.gmp.GmpScheduler;
import dev.gmp.config.GoroutineMode;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicLong;

/** Sends back what it gets, with one goroutine for each connection. As a program it ends with its input. */
final class EchoServer implements AutoCloseable {

    private static final int BACKLOG = 4_096;

    private final GmpScheduler scheduler;
    private final NetListener listener;
    private final AtomicLong accepted = new AtomicLong();

    /** @param scheduler of virtual goroutines */
    EchoServer(GmpScheduler scheduler) throws IOException {
        this.scheduler = scheduler;
        listener = NetListener.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), BACKLOG);
        scheduler.execute(this::acceptAll);
    }

    public static void main(String[] args) throws IOException {
        GmpScheduler scheduler = GmpScheduler.builder()
                .name("echo")
                .goroutines(GoroutineMode.VIRTUAL)
                .build();
        EchoServer server = new EchoServer(scheduler);
        System.out.println(server.port());
        while (System.in.read() >= 0) {
            // until the starter of the program closes the pipe, or is no more
        }
        scheduler.shutdownNow();
    }

    int port() throws IOException {
        return ((InetSocketAddress) listener.localAddress()).getPort();
    }

    long accepted() {
        return accepted.get();
    }

    private void acceptAll() {
        try {
            while (true) {
                NetConnection connection = listener.accept();
                accepted.incrementAndGet();
                scheduler.execute(() -> echo(connection));
            }
        } catch (IOException closed) {
            // that was all
        }
    }

    private static void echo(NetConnection connection) {
        try (connection) {
            ByteBuffer buffer = ByteBuffer.allocate(64);
            while (connection.read(buffer.clear()) >= 0) {
                connection.write(buffer.flip());
            }
        } catch (IOException e) {
            // the client has gone
        }
    }

    @Override
    public void close() throws IOException {
        listener.close();
    }
}
