package dev.gmp.net;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.SocketTimeoutException;
import java.net.StandardProtocolFamily;
import java.nio.channels.AsynchronousCloseException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.InterruptibleChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A listening stream socket, TCP or Unix (Go: {@code net.Listener}). Any thread may make and close one. Only virtual
 * goroutines, all of one scheduler, wait in {@link #accept}.
 *
 * @since 0.1
 */
public final class NetListener implements InterruptibleChannel {

    private static final int DEFAULT_BACKLOG = 0;

    private final ServerSocketChannel channel;
    private final Pollable pollable;
    private final Direction accepts;

    private NetListener(ServerSocketChannel channel) throws IOException {
        this.channel = channel;
        pollable = new Pollable(channel);
        accepts = new Direction(pollable, true);
    }

    /**
     * Opens a listener at a local address, with the operating system's backlog.
     *
     * @param address with port 0, the operating system chooses a free port
     * @throws IOException if the address is not available
     */
    public static NetListener bind(SocketAddress address) throws IOException {
        return bind(address, DEFAULT_BACKLOG);
    }

    /**
     * Opens a listener at a local address.
     *
     * @param address with port 0, the operating system chooses a free port
     * @param backlog the largest number of connections that wait to be accepted, a hint; 0 for the operating system's
     *     default
     * @throws IOException if the address is not available
     */
    public static NetListener bind(SocketAddress address, int backlog) throws IOException {
        ServerSocketChannel channel = address instanceof InetSocketAddress
                ? ServerSocketChannel.open()
                : ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        try {
            return new NetListener(channel.bind(address, backlog));
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    /**
     * Accepts a connection, and waits for one if needed. One goroutine waits at a time; others wait for their turn.
     *
     * @throws SocketTimeoutException when the deadline is over; the listener stays open
     * @throws ClosedChannelException if the listener is closed. It is an {@link AsynchronousCloseException} if it was
     *     closed meanwhile, and a {@link ClosedByInterruptException} if the caller was interrupted
     * @throws IllegalStateException if it has to wait and the caller is not a virtual goroutine of the listener's
     *     scheduler
     */
    public NetConnection accept() throws IOException {
        accepts.begin();
        try {
            SocketChannel accepted = channel.accept();
            while (accepted == null) {
                accepts.await(SelectionKey.OP_ACCEPT);
                accepted = channel.accept();
            }
            return NetConnection.of(accepted);
        } finally {
            accepts.end();
        }
    }

    /** As {@link NetConnection#setDeadline}, for {@link #accept}. */
    public void setDeadline(@Nullable Duration fromNow) {
        accepts.setDeadline(fromNow);
    }

    /** The local address, with the port that the operating system chose. */
    public SocketAddress localAddress() throws IOException {
        return channel.getLocalAddress();
    }

    @Override
    public boolean isOpen() {
        return channel.isOpen();
    }

    /**
     * Closes the listener. Accepted connections stay open. A goroutine that waits in {@link #accept} gets an {@link
     * AsynchronousCloseException}. When this method returns, the address is free again; the file of a Unix domain
     * socket stays.
     */
    @Override
    public void close() throws IOException {
        pollable.close();
        pollable.awaitRelease();
    }

    @Override
    public String toString() {
        return "NetListener[" + channel + "]";
    }
}
