package dev.gmp.benchmarks.workload.net;

import static java.net.StandardSocketOptions.TCP_NODELAY;

import dev.gmp.net.NetConnection;
import dev.gmp.net.NetListener;
import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.channels.ByteChannel;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;

/**
 * How virtual threads talk over the loopback interface, without Nagle's algorithm.
 *
 * @param listening makes servers, by their backlog
 */
public record EchoNetwork(Call<Integer, Server> listening, Call<SocketAddress, ByteChannel> connecting) {
    private static final SocketAddress LOOPBACK = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);

    @FunctionalInterface
    interface Call<T, R> {
        R of(T argument) throws IOException;
    }

    /** Takes connections until it is closed. */
    record Server(SocketAddress address, Closeable listener, Accepting accepting) implements Closeable {
        /** Waits for a connection. */
        @FunctionalInterface
        interface Accepting {
            ByteChannel accept() throws IOException;
        }

        ByteChannel accept() throws IOException {
            return accepting.accept();
        }

        @Override
        public void close() throws IOException {
            listener.close();
        }
    }

    Server listen(int backlog) throws IOException {
        return listening.of(backlog);
    }

    ByteChannel connect(SocketAddress address) throws IOException {
        return connecting.of(address);
    }

    /** By this project's connections: the scheduler's own machines wait for the sockets. */
    public static EchoNetwork ofScheduler() {
        return new EchoNetwork(
                backlog -> {
                    NetListener listener = NetListener.bind(LOOPBACK, backlog);
                    return new Server(
                            listener.localAddress(),
                            listener,
                            () -> listener.accept().setOption(TCP_NODELAY, true));
                },
                address -> NetConnection.connect(address).setOption(TCP_NODELAY, true));
    }

    /** By the JDK's channels in blocking mode: its pollers wait for the sockets. */
    public static EchoNetwork ofBlockingChannels() {
        return new EchoNetwork(
                backlog -> {
                    ServerSocketChannel listener = ServerSocketChannel.open().bind(LOOPBACK, backlog);
                    return new Server(
                            listener.getLocalAddress(),
                            listener,
                            () -> listener.accept().setOption(TCP_NODELAY, true));
                },
                address -> SocketChannel.open(address).setOption(TCP_NODELAY, true));
    }
}
