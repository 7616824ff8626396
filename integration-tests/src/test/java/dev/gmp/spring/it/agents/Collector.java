package dev.gmp.spring.it.agents;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Takes the spans that an agent exports, and calls of the application with the trace that the agent sends along. */
final class Collector implements AutoCloseable {

    /** In place of a trace, of a call that came without one. */
    static final String NO_TRACE = "none";

    private final HttpServer server;
    private final ExecutorService threads = Executors.newFixedThreadPool(8);
    private final Map<String, String> calls = new ConcurrentHashMap<>();
    private final Set<ExportedSpan> spans = ConcurrentHashMap.newKeySet();

    Collector() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(threads);
        server.createContext("/called/", exchange -> {
            String trace = exchange.getRequestHeaders().getFirst("traceparent");
            calls.put(exchange.getRequestURI().getPath(), trace == null ? NO_TRACE : trace.split("-")[1]);
            answer(exchange);
        });
        server.createContext("/v1/traces", exchange -> {
            spans.addAll(ExportedSpan.allIn(exchange.getRequestBody().readAllBytes()));
            answer(exchange);
        });
        server.start();
    }

    String address() {
        return "http://localhost:" + server.getAddress().getPort();
    }

    /** The trace of each call, or {@link #NO_TRACE}, by its path. */
    Map<String, String> calls() {
        return calls;
    }

    Set<ExportedSpan> spans() {
        return spans;
    }

    private static void answer(HttpExchange exchange) throws IOException {
        exchange.getRequestBody().readAllBytes();
        exchange.getResponseHeaders().set("Content-Type", "application/x-protobuf");
        exchange.sendResponseHeaders(200, -1);
        exchange.close();
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
