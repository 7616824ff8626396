package dev.gmp.libraries;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.gmp.Goroutines;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;

/** The JDK's own HTTP server: answers {@code /n} with {@code echo n}, after a short sleep. */
final class EchoServer implements AutoCloseable {

    private final HttpServer server;
    private final AtomicInteger onGoroutines = new AtomicInteger();

    /** @param executor runs the exchanges */
    EchoServer(Executor executor) throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 1_000);
        server.setExecutor(executor);
        server.createContext("/", this::answer);
        server.start();
    }

    int port() {
        return server.getAddress().getPort();
    }

    URI uri(int number) {
        return URI.create("http://127.0.0.1:" + port() + "/" + number);
    }

    static String expected(int number) {
        return "echo " + number;
    }

    /** How many exchanges ran on goroutines. */
    int onGoroutines() {
        return onGoroutines.get();
    }

    private void answer(HttpExchange exchange) throws IOException {
        onGoroutines.addAndGet(Goroutines.isGoroutine() ? 1 : 0);
        try {
            Thread.sleep(2);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        byte[] body = ("echo " + exchange.getRequestURI().getPath().substring(1)).getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(200, body.length);
        try (OutputStream out = exchange.getResponseBody()) {
            out.write(body);
        }
        exchange.close();
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
