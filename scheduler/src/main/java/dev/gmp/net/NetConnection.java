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
 * A connection of a stream socket (Go: {@code net.Conn}), TCP or Unix, for virtual goroutines of one scheduler. That is the
 * scheduler of the first goroutine that waits for it. Operations that can go on at once may be called by any thread. One
 * that would wait throws {@link IllegalStateException} if the caller is no virtual goroutine, or one of another scheduler.
 *
 * <p>One goroutine reads and one writes at the same time; further ones wait for their turn.
 *
 * <p>Closed while a goroutine waits, it throws {@link AsynchronousCloseException} there. An interrupt closes the connection,
 * as {@link InterruptibleChannel} says: the interrupted goroutine gets a {@link ClosedByInterruptException} and keeps its
 * interrupt status. So {@code shutdownNow} of a scheduler ends the connections that its goroutines wait for.
 *
 * <p>For streams see {@link java.nio.channels.Channels#newInputStream} and {@link
 * java.nio.channels.Channels#newOutputStream}.
 *
 * @since 0.1
 */
public final class NetConnection implements ByteChannel, InterruptibleChannel {

    /** The JDK copies a buffer on the heap into a direct one at each attempt, with all that it holds. */
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
     * Connects to an address, for as long as the operating system tries.
     *
     * @throws IOException if it is refused or not reached
     */
    public static NetConnection connect(SocketAddress address) throws IOException {
        return dial(address, null);
    }

    /**
     * Connects to an address.
     *
     * @throws SocketTimeoutException when that takes longer than the timeout
     * @throws IOException if it is refused or not reached
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
     * Reads what is there, or waits until something is.
     *
     * @return how many bytes, at least 1 if the buffer has room; -1 when the other side has ended its output
     * @throws SocketTimeoutException when the deadline for reading is over, even if there is something to be read
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
     * Writes all that the buffer holds, waiting for room as often as needed.
     *
     * @return how many bytes
     * @throws SocketTimeoutException when the deadline for writing is over; the buffer's position tells how far it came
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
     * Lets reading and writing fail from a time on, also where goroutines wait already, until another deadline is set
     * (Go: SetDeadline). The connection stays open, and what was written stays so.
     *
     * @param fromNow zero or less: at once; null: never
     */
    public void setDeadline(@Nullable Duration fromNow) {
        reads.setDeadline(fromNow);
        writes.setDeadline(fromNow);
    }

    /** The same for {@link #read} alone. */
    public void setReadDeadline(@Nullable Duration fromNow) {
        reads.setDeadline(fromNow);
    }

    /** The same for {@link #write} alone. */
    public void setWriteDeadline(@Nullable Duration fromNow) {
        writes.setDeadline(fromNow);
    }

    /** The other side reads the end after what was written; reading goes on (Go: CloseWrite). */
    public void shutdownOutput() throws IOException {
        channel.shutdownOutput();
    }

    /** Reading finds the end from now on; a goroutine that waits wakes. */
    public void shutdownInput() throws IOException {
        channel.shutdownInput(); // a goroutine that waits gets an event
    }

    /** The address of this side. */
    public SocketAddress localAddress() throws IOException {
        return channel.getLocalAddress();
    }

    /** The address of the other side. */
    public SocketAddress remoteAddress() throws IOException {
        return channel.getRemoteAddress();
    }

    /** As {@link SocketChannel#setOption}, which says which options there are. */
    public <T> NetConnection setOption(SocketOption<T> option, T value) throws IOException {
        channel.setOption(option, value);
        return this;
    }

    /** The value of an option, as {@link SocketChannel#getOption}. */
    public <T> T getOption(SocketOption<T> option) throws IOException {
        return channel.getOption(option);
    }

    @Override
    public boolean isOpen() {
        return channel.isOpen();
    }

    /** Goroutines that wait get an {@link AsynchronousCloseException}. */
    @Override
    public void close() throws IOException {
        pollable.close();
    }

    @Override
    public String toString() {
        return "NetConnection[" + channel + "]";
    }
}
