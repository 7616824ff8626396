package dev.gmp.containers;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** A request to index a folder, from a client that sends half of it and then keeps the server waiting. */
final class SlowRequest implements AutoCloseable {

    private static final String BODY = "{\"path\": \"%s\"}";

    private final Socket socket;
    private final String rest;

    private SlowRequest(Socket socket, String rest) {
        this.socket = socket;
        this.rest = rest;
    }

    /** Sends the first half. */
    static SlowRequest begin(SampleContainer container, String folder) {
        String body = BODY.formatted(folder);
        String head =
                "POST /index HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n"
                        .formatted(body.length());
        try {
            Socket socket = new Socket(container.getHost(), container.port());
            socket.setSoTimeout(120_000);
            socket.getOutputStream().write((head + body.charAt(0)).getBytes(StandardCharsets.US_ASCII));
            return new SlowRequest(socket, body.substring(1));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Sends the second half and returns the status of the answer. */
    int end() {
        try {
            socket.getOutputStream().write(rest.getBytes(StandardCharsets.US_ASCII));
            BufferedReader reader =
                    new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII));
            String status = reader.readLine();
            if (status == null) {
                throw new IllegalStateException("the connection was closed without an answer");
            }
            return Integer.parseInt(status.split(" ")[1]);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        try {
            socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
