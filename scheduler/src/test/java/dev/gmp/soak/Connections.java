package dev.gmp.soak;

import dev.gmp.GmpScheduler;
import dev.gmp.Goroutines;
import dev.gmp.net.NetConnection;
import dev.gmp.net.NetListener;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.Queue;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

/** An echo server on the soak's own scheduler, and the connections to it that are kept for the next talk. */
final class Connections implements AutoCloseable {

    private static final int MOST = 16;
    private static final int BACKLOG = 64;

    private final GmpScheduler scheduler;
    private final Ledger ledger;
    private final NetListener listener;
    private final Queue<NetConnection> free = new ConcurrentLinkedQueue<>();
    private final AtomicInteger open = new AtomicInteger();

    /** Starts one goroutine that accepts, until {@link #close}. */
    Connections(GmpScheduler scheduler, Ledger ledger) throws IOException {
        this.scheduler = scheduler;
        this.ledger = ledger;
        listener = NetListener.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), BACKLOG);
        scheduler.virtual().execute(this::acceptAll);
    }

    /** How many there are: so many goroutines wait for the next message. */
    int open() {
        return open.get();
    }

    /** Sends some messages and waits for each echo, on whatever connection is free. By a virtual goroutine. */
    void talk(SplittableRandom random) throws IOException {
        NetConnection connection = take();
        if (connection == null) {
            Goroutines.yield();
            return;
        }
        for (int i = random.nextInt(1, 4); i > 0; i--) {
            long message = random.nextLong();
            ByteBuffer buffer = ByteBuffer.allocate(Long.BYTES).putLong(message).flip();
            connection.write(buffer);
            buffer.clear();
            while (buffer.hasRemaining()) {
                if (connection.read(buffer) < 0) {
                    throw new IOException("the connection ended in the middle of an echo");
                }
            }
            if (buffer.flip().getLong() != message) {
                ledger.fault("an echo was not what was sent");
            }
        }
        if (random.nextInt(64) == 0) {
            connection.close();
            open.decrementAndGet();
        } else {
            free.add(connection);
        }
    }

    private NetConnection take() throws IOException {
        NetConnection connection = free.poll();
        if (connection == null && open.incrementAndGet() <= MOST) {
            return NetConnection.connect(listener.localAddress());
        } else if (connection == null) {
            open.decrementAndGet();
        }
        return connection;
    }

    private void acceptAll() {
        try {
            while (true) {
                NetConnection connection = listener.accept();
                Ledger.Entry entry = ledger.enter(Activity.ECHO);
                scheduler
                        .threadFactory()
                        .newThread(() -> echo(connection, entry))
                        .start(); // refused by no limit
            }
        } catch (IOException closed) {
            // that was all
        }
    }

    private static void echo(NetConnection connection, Ledger.Entry entry) {
        entry.begin();
        try (connection) {
            ByteBuffer buffer = ByteBuffer.allocate(Long.BYTES);
            while (connection.read(buffer.clear()) >= 0) {
                connection.write(buffer.flip());
            }
        } catch (IOException e) {
            // the client has gone
        } finally {
            entry.end();
        }
    }

    /** To be called while none talks: the goroutines of the server end. */
    @Override
    public void close() throws IOException {
        listener.close();
        for (NetConnection connection = free.poll(); connection != null; connection = free.poll()) {
            connection.close();
            open.decrementAndGet();
        }
    }
}
