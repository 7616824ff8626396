package dev.gmp.process.cluster.internal.node;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** A small DNS server on the loopback interface, for A and AAAA. Answers of more than 512 bytes come by TCP only, as they do. */
final class DnsServer implements AutoCloseable {

    private static final int A = 1;
    private static final int AAAA = 28;
    private static final int LARGEST_DATAGRAM = 512;

    private final Map<String, List<InetAddress>> records = new ConcurrentHashMap<>();
    private final AtomicInteger queries = new AtomicInteger();
    private final AtomicInteger tcpQueries = new AtomicInteger();
    private final DatagramSocket udp;
    private final ServerSocket tcp;
    private volatile Serving beforeEachAnswer = () -> {};

    DnsServer() throws IOException {
        InetAddress loopback = InetAddress.getByName("127.0.0.1");
        DatagramSocket datagrams = null;
        ServerSocket connections = null;
        while (connections == null) {
            datagrams = new DatagramSocket(0, loopback);
            try {
                connections = new ServerSocket(datagrams.getLocalPort(), 50, loopback);
            } catch (IOException e) {
                // The number is taken in TCP.
                datagrams.close();
            }
        }
        udp = datagrams;
        tcp = connections;
        start("udp", this::serveDatagram);
        start("tcp", this::serveConnection);
    }

    String url() {
        return "dns://127.0.0.1:" + udp.getLocalPort();
    }

    /** From now on the name has these addresses; a name without addresses does not exist. */
    void set(String name, String... addresses) throws IOException {
        List<InetAddress> list = new ArrayList<>();
        for (String address : addresses) {
            list.add(InetAddress.getByName(address));
        }
        records.put(name, list);
    }

    int queries() {
        return queries.get();
    }

    int tcpQueries() {
        return tcpQueries.get();
    }

    @Override
    public void close() throws IOException {
        udp.close();
        tcp.close();
    }

    void beforeEachAnswer(Serving change) {
        beforeEachAnswer = change;
    }

    interface Serving {
        void one() throws IOException;
    }

    private void start(String protocol, Serving serving) {
        Thread thread = new Thread(
                () -> {
                    while (!udp.isClosed()) {
                        try {
                            serving.one();
                        } catch (IOException e) {
                            if (!udp.isClosed()) {
                                throw new UncheckedIOException(e);
                            }
                        }
                    }
                },
                "dns-server-" + protocol);
        thread.setDaemon(true);
        thread.start();
    }

    private void serveDatagram() throws IOException {
        DatagramPacket query = new DatagramPacket(new byte[LARGEST_DATAGRAM], LARGEST_DATAGRAM);
        udp.receive(query);
        byte[] answer = answer(query.getData(), query.getLength(), LARGEST_DATAGRAM);
        udp.send(new DatagramPacket(answer, answer.length, query.getSocketAddress()));
    }

    private void serveConnection() throws IOException {
        try (Socket socket = tcp.accept()) {
            DataInputStream in = new DataInputStream(socket.getInputStream());
            byte[] query = new byte[in.readUnsignedShort()];
            in.readFully(query);
            tcpQueries.incrementAndGet();
            byte[] answer = answer(query, query.length, Integer.MAX_VALUE);
            DataOutputStream out = new DataOutputStream(socket.getOutputStream());
            out.writeShort(answer.length);
            out.write(answer);
        }
    }

    /** RFC 1035: 12 bytes of header, the question as it came, and answers that point to its name. */
    private byte[] answer(byte[] query, int length, int largest) throws IOException {
        queries.incrementAndGet();
        beforeEachAnswer.one();
        StringBuilder name = new StringBuilder();
        int at = 12;
        while (query[at] != 0) {
            name.append(name.isEmpty() ? "" : ".");
            name.append(new String(query, at + 1, query[at], StandardCharsets.US_ASCII));
            at += query[at] + 1;
        }
        int type = (query[at + 1] & 0xff) << 8 | query[at + 2] & 0xff;
        int question = at + 5;
        List<InetAddress> all = records.getOrDefault(name.toString(), List.of());
        List<InetAddress> found = all.stream()
                .filter(a -> type == A && a.getAddress().length == 4 || type == AAAA && a.getAddress().length == 16)
                .toList();

        byte[] whole = answer(query, question, found, all.isEmpty(), false);
        return whole.length <= largest ? whole : answer(query, question, List.of(), false, true);
    }

    private static byte[] answer(
            byte[] query, int question, List<InetAddress> found, boolean unknown, boolean truncated)
            throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        out.write(query, 0, 2);
        out.writeShort(0x8180 | (truncated ? 0x0200 : 0) | (unknown ? 3 : 0));
        out.writeShort(1);
        out.writeShort(found.size());
        out.writeInt(0);
        out.write(query, 12, question - 12);
        for (InetAddress address : found) {
            out.writeShort(0xc00c);
            out.writeShort(address.getAddress().length == 4 ? A : AAAA);
            out.writeShort(1);
            out.writeInt(5);
            out.writeShort(address.getAddress().length);
            out.write(address.getAddress());
        }
        return bytes.toByteArray();
    }
}
