package dev.gmp.benchmarks.workload.net;

import dev.gmp.net.NetConnection;
import dev.gmp.net.NetListener;
import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.ByteChannel;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;

/** How virtual threads talk over the loopback interface, without Nagle's algorithm. */
public interface EchoNetwork {

    /** Takes connections until it is closed. */
    interface Server extends Closeable {
        SocketAddress address() throws IOException;

        ByteChannel accept() throws IOException;
    }

    Server listen(int backlog) throws IOException;

    ByteChannel connect(SocketAddress address) throws IOException;

    /** By this project's connections: the scheduler's own machines wait for the sockets. */
    static EchoNetwork ofScheduler() {
        return new EchoNetwork() {
            @Override
            public Server listen(int backlog) throws IOException {
                NetListener listener = NetListener.bind(loopback(), backlog);
                return new Server() {
                    @Override
                    public SocketAddress address() throws IOException {
                        return listener.localAddress();
                    }

                    @Override
                    public ByteChannel accept() throws IOException {
                        return listener.accept().setOption(StandardSocketOptions.TCP_NODELAY, true);
                    }

                    @Override
                    public void close() throws IOException {
                        listener.close();
                    }
                };
            }

            @Override
            public ByteChannel connect(SocketAddress address) throws IOException {
                return NetConnection.connect(address).setOption(StandardSocketOptions.TCP_NODELAY, true);
            }
        };
    }

    /** By the JDK's channels in blocking mode: its pollers wait for the sockets. */
    static EchoNetwork ofBlockingChannels() {
        return new EchoNetwork() {
            @Override
            public Server listen(int backlog) throws IOException {
                ServerSocketChannel listener = ServerSocketChannel.open().bind(loopback(), backlog);
                return new Server() {
                    @Override
                    public SocketAddress address() throws IOException {
                        return listener.getLocalAddress();
                    }

                    @Override
                    public ByteChannel accept() throws IOException {
                        return listener.accept().setOption(StandardSocketOptions.TCP_NODELAY, true);
                    }

                    @Override
                    public void close() throws IOException {
                        listener.close();
                    }
                };
            }

            @Override
            public ByteChannel connect(SocketAddress address) throws IOException {
                return SocketChannel.open(address).setOption(StandardSocketOptions.TCP_NODELAY, true);
            }
        };
    }

    private static SocketAddress loopback() {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    }
}
