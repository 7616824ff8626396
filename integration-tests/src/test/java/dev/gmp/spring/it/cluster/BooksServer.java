package dev.gmp.spring.it.cluster;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** Takes the connections of the nodes: of each life one with reports for the {@link Books}, and one for orders. */
final class BooksServer implements AutoCloseable {

    private static final long PATIENCE_SECONDS = 180;

    private final Books books = new Books();
    private final ServerSocket server = new ServerSocket(0);
    private final AtomicLong lastMark = new AtomicLong();
    private final Map<Long, CompletableFuture<Void>> marks = new ConcurrentHashMap<>();
    private final Map<String, CompletableFuture<Connection>> controls = new ConcurrentHashMap<>();
    private final Map<String, CompletableFuture<Void>> ends = new ConcurrentHashMap<>();

    record Connection(Socket socket, BufferedReader in) {}

    BooksServer() throws IOException {
        daemon(this::acceptAll);
    }

    Books books() {
        return books;
    }

    int port() {
        return server.getLocalPort();
    }

    /** Completes when the node has come so far that it takes orders. */
    CompletableFuture<Connection> control(String life) {
        return controls.computeIfAbsent(life, first -> new CompletableFuture<>());
    }

    /** Returns when all reports of a JVM that has ended are in the books. */
    void awaitLastReport(String life) throws Exception {
        end(life).get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    }

    /** Returns a number for {@link #awaitMark}. */
    long nextMark() {
        long mark = lastMark.incrementAndGet();
        marks.put(mark, new CompletableFuture<>());
        return mark;
    }

    /** Returns when all that a node has reported before the mark is in the books. */
    void awaitMark(long mark) throws Exception {
        marks.get(mark).get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    }

    static void daemon(Runnable work) {
        Thread thread = new Thread(work, "books");
        thread.setDaemon(true);
        thread.start();
    }

    private void acceptAll() {
        try {
            while (true) {
                Socket socket = server.accept();
                daemon(() -> serve(socket));
            }
        } catch (IOException closed) {
            // The test is over.
        }
    }

    private void serve(Socket socket) {
        try {
            BufferedReader in =
                    new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
            String[] first = in.readLine().split(" ");
            if (first[0].equals("control")) {
                control(first[1]).complete(new Connection(socket, in));
            } else {
                read(first[1], in);
            }
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private void read(String life, BufferedReader in) {
        try (in) {
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                if (line.startsWith("mark ")) {
                    marks.get(Long.parseLong(line.substring(5))).complete(null);
                } else {
                    books.write(life, line);
                }
            }
        } catch (IOException e) {
            // As the end of the stream: the JVM was killed.
        } finally {
            end(life).complete(null);
        }
    }

    private CompletableFuture<Void> end(String life) {
        return ends.computeIfAbsent(life, first -> new CompletableFuture<>());
    }

    @Override
    public void close() throws IOException {
        server.close();
    }
}
