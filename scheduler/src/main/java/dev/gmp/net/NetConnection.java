package dev.gmp.net;

import dev.gmp.internal.util.StackReserve;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.SocketOption;
import java.net.SocketTimeoutException;
import java.net.StandardProtocolFamily;
import java.nio.ByteBuffer;
import java.nio.channels.AsynchronousCloseException;
import java.nio.channels.ByteChannel;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.InterruptibleChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A connection of a stream socket, TCP or Unix (Go: {@code net.Conn}), for virtual goroutines of one scheduler. The
 * first goroutine that waits for the connection sets that scheduler.
 *
 * <p>Threading: any thread may call an operation that need not wait. An operation that has to wait throws {@link
 * IllegalStateException} on a thread that is not a virtual goroutine of that scheduler. At most one goroutine reads and
 * one writes at a time; others wait for their turn.
 *
 * <p>Closing: a goroutine that waits gets an {@link AsynchronousCloseException}. An interrupt closes the connection,
 * see {@link InterruptibleChannel}: the interrupted goroutine gets a {@link ClosedByInterruptException} and keeps its
 * interrupt status. So {@code shutdownNow} of a scheduler closes the connections that its goroutines wait for.
 *
 * <p>For streams see {@link java.nio.channels.Channels#newInputStream} and {@link
 * java.nio.channels.Channels#newOutputStream}.
 *
 * @since 0.1
 */
public final class NetConnection implements ByteChannel, InterruptibleChannel {

    /**
     * The JDK copies a whole heap buffer into a direct one at each attempt, so an attempt gets at most this many bytes.
     */
    private static final int CHUNK = 128 * 1024;

    private final SocketChannel channel;
    private final Pollable pollable;
    private final Direction reads;
    private final Direction writes;

    private NetConnection(SocketChannel channel) throws IOException {
        this.channel = channel;
        pollable = new Pollable(channel);
        reads = new Direction(pollable, true);
        writes = new Direction(pollable, false);
    }

    static NetConnection of(SocketChannel channel) throws IOException {
        try {
            return new NetConnection(channel);
        } catch (IOException e) {
            channel.close();
            throw e;
        }
    }

    /**
     * Connects to an address, without a timeout of its own.
     *
     * @throws IOException if the connection fails
     */
    public static NetConnection connect(SocketAddress address) throws IOException {
        return dial(address, null);
    }

    /**
     * Connects to an address within a timeout.
     *
     * @throws SocketTimeoutException if the timeout is over first
     * @throws IOException if the connection fails
     */
    public static NetConnection connect(SocketAddress address, Duration timeout) throws IOException {
        return dial(address, Objects.requireNonNull(timeout, "timeout"));
    }

    private static NetConnection dial(SocketAddress address, @Nullable Duration timeout) throws IOException {
        StackReserve.ensure();
        NetConnection connection = of(
                address instanceof InetSocketAddress
                        ? SocketChannel.open()
                        : SocketChannel.open(StandardProtocolFamily.UNIX));
        try {
            connection.writes.setDeadline(timeout);
            connection.finishConnect(address);
            connection.writes.setDeadline(null);
            return connection;
        } catch (Throwable e) {
            connection.close();
            throw e;
        }
    }

    private void finishConnect(SocketAddress address) throws IOException {
        writes.begin();
        try {
            boolean connected = channel.connect(address);
            while (!connected) {
                writes.await(SelectionKey.OP_CONNECT);
                connected = channel.finishConnect();
            }
        } finally {
            writes.end();
        }
    }

    /**
     * Reads the available bytes, or waits until there are any.
     *
     * @return the number of bytes, at least 1 if the buffer has room; -1 after the end of the peer's output
     * @throws SocketTimeoutException when the deadline for reading is over, even if bytes are available
     */
    @Override
    public int read(ByteBuffer target) throws IOException {
        reads.begin();
        try {
            int count = 0;
            if (!target.hasRemaining() || !reads.leavesFirstAttemptOut()) {
                count = tryRead(target);
                reads.attempted(count != 0);
            }
            while (count == 0 && target.hasRemaining()) {
                reads.await(SelectionKey.OP_READ);
                count = tryRead(target);
            }
            return count;
        } finally {
            reads.end();
        }
    }

    /**
     * Writes all bytes of the buffer, and waits for room as often as needed.
     *
     * @return the number of bytes
     * @throws SocketTimeoutException when the deadline for writing is over; the buffer's position shows how much was
     *     written
     */
    @Override
    public int write(ByteBuffer source) throws IOException {
        writes.begin();
        try {
            int count = tryWrite(source);
            int written = count;
            while (source.hasRemaining()) {
                if (count == 0) {
                    writes.await(SelectionKey.OP_WRITE);
                }
                count = tryWrite(source);
                written += count;
            }
            return written;
        } finally {
            writes.end();
        }
    }

    private int tryRead(ByteBuffer target) throws IOException {
        int limit = target.limit();
        try {
            target.limit(endOfChunk(target));
            return channel.read(target);
        } finally {
            target.limit(limit);
        }
    }

    private int tryWrite(ByteBuffer source) throws IOException {
        int limit = source.limit();
        try {
            source.limit(endOfChunk(source));
            return channel.write(source);
        } finally {
            source.limit(limit);
        }
    }

    private static int endOfChunk(ByteBuffer buffer) {
        return buffer.isDirect() ? buffer.limit() : buffer.position() + Math.min(CHUNK, buffer.remaining());
    }

    /**
     * Sets a deadline for reading and writing (Go: SetDeadline), also for goroutines that wait already. After it, both
     * throw {@link SocketTimeoutException} until another deadline is set. The connection stays open. Default: none.
     *
     * @param fromNow the time from now, zero or less for at once; null for no deadline
     */
    public void setDeadline(@Nullable Duration fromNow) {
        reads.setDeadline(fromNow);
        writes.setDeadline(fromNow);
    }

    /** As {@link #setDeadline}, for {@link #read} alone. */
    public void setReadDeadline(@Nullable Duration fromNow) {
        reads.setDeadline(fromNow);
    }

    /** As {@link #setDeadline}, for {@link #write} alone. */
    public void setWriteDeadline(@Nullable Duration fromNow) {
        writes.setDeadline(fromNow);
    }

    /** Ends this side's output (Go: CloseWrite): the peer reads the end after what was written. Reading goes on. */
    public void shutdownOutput() throws IOException {
        channel.shutdownOutput();
    }

    /** Ends this side's input: {@link #read} returns -1 from now on, also for a goroutine that waits. */
    public void shutdownInput() throws IOException {
        channel.shutdownInput(); // a goroutine that waits gets an event
    }

    /** The local address. */
    public SocketAddress localAddress() throws IOException {
        return channel.getLocalAddress();
    }

    /** The peer's address. */
    public SocketAddress remoteAddress() throws IOException {
        return channel.getRemoteAddress();
    }

    /** Sets a socket option, as {@link SocketChannel#setOption}, which lists the options. */
    public <T> NetConnection setOption(SocketOption<T> option, T value) throws IOException {
        channel.setOption(option, value);
        return this;
    }

    /** Returns the value of a socket option, as {@link SocketChannel#getOption}. */
    public <T> T getOption(SocketOption<T> option) throws IOException {
        return channel.getOption(option);
    }

    @Override
    public boolean isOpen() {
        return channel.isOpen();
    }

    /** Closes the connection. Goroutines that wait get an {@link AsynchronousCloseException}. */
    @Override
    public void close() throws IOException {
        pollable.close();
    }

    @Override
    public String toString() {
        return "NetConnection[" + channel + "]";
    }
}
