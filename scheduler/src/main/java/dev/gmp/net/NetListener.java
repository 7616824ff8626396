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
 * Listens for connections (Go: {@code net.Listener}). Any thread may make and close one; only virtual goroutines, all of
 * one scheduler, accept.
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
     * Listens at a local address, with the operating system's backlog.
     *
     * @param address port 0 for any that is free
     * @throws IOException if it cannot be had
     */
    public static NetListener bind(SocketAddress address) throws IOException {
        return bind(address, DEFAULT_BACKLOG);
    }

    /** @param backlog connections that wait to be accepted at most, a hint; 0 for the default */
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
     * Waits for a connection. One goroutine waits at a time, others for their turn.
     *
     * @throws SocketTimeoutException when the deadline is over; the listener stays open
     * @throws ClosedChannelException if the listener is closed; an {@link AsynchronousCloseException} if it was closed
     *     meanwhile, a {@link ClosedByInterruptException} if that was by an interrupt of the caller
     * @throws IllegalStateException if it would wait, and the caller is no virtual goroutine, or one of another scheduler
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

    /** Where it listens, with the port that it was given. */
    public SocketAddress localAddress() throws IOException {
        return channel.getLocalAddress();
    }

    @Override
    public boolean isOpen() {
        return channel.isOpen();
    }

    /**
     * Accepted connections stay open. A goroutine that waits in {@link #accept} gets an {@link AsynchronousCloseException}. When this
     * returns, the address is free for another listener; the file of a Unix domain socket stays.
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
