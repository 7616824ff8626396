package dev.gmp.spring.it.web;

import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;

/** One connection of HTTP/1.1, on which requests follow each other, and whose end can be seen. */
final class RawConnection implements AutoCloseable {

    private static final int PATIENCE_MILLIS = 100_000;

    private final Socket socket;

    RawConnection(RunningServer server) throws IOException {
        socket = new Socket("127.0.0.1", server.port());
        socket.setSoTimeout(PATIENCE_MILLIS);
    }

    void send(String path) throws IOException {
        String request = "GET " + path + " HTTP/1.1\r\nHost: localhost\r\n\r\n";
        socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
    }

    /** The next answer, which must have a content length, or be in one chunk. */
    String receive() throws IOException {
        StringBuilder head = new StringBuilder();
        while (head.indexOf("\r\n\r\n") < 0) {
            head.append((char) next());
        }
        boolean chunked = head.indexOf("chunked") > 0;
        int length = chunked ? Integer.parseInt(line(), 16) : contentLength(head.toString());
        byte[] body = socket.getInputStream().readNBytes(length);
        if (chunked) {
            socket.getInputStream().readNBytes("\r\n0\r\n\r\n".length());
        }
        return new String(body, StandardCharsets.US_ASCII);
    }

    /** Whether the server ends the connection, rather than answering or leaving it open. */
    boolean isClosedWithoutAnAnswer() throws IOException {
        try {
            return socket.getInputStream().read() < 0;
        } catch (SocketException reset) {
            return true;
        }
    }

    /** The server sees that nobody listens as soon as it writes. */
    void reset() throws IOException {
        socket.setSoLinger(true, 0);
        socket.close();
    }

    private int next() throws IOException {
        InputStream in = socket.getInputStream();
        int read = in.read();
        if (read < 0) {
            throw new IOException("the server has closed the connection");
        }
        return read;
    }

    private String line() throws IOException {
        StringBuilder line = new StringBuilder();
        for (int c = next(); c != '\n'; c = next()) {
            line.append((char) c);
        }
        return line.toString().strip();
    }

    private static int contentLength(String head) {
        return head.lines()
                .filter(line -> line.regionMatches(true, 0, "Content-Length:", 0, 15))
                .mapToInt(line -> Integer.parseInt(line.substring(15).strip()))
                .findFirst()
                .orElseThrow();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
