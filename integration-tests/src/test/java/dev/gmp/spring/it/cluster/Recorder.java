package dev.gmp.spring.it.cluster;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicLong;

/** A node's side of the {@link Books}. A report is with the operating system when the call returns, so SIGKILL loses none. */
final class Recorder {

    private final String life;
    private final OutputStream out;
    private final AtomicLong lastProcess = new AtomicLong();

    @SuppressWarnings("resource") // open as long as the JVM lives
    Recorder(String life, String host, int port) throws IOException {
        this.life = life;
        Socket socket = new Socket(host, port);
        socket.setTcpNoDelay(true);
        out = socket.getOutputStream();
        writeLine("records " + life);
    }

    String nextProcess() {
        return life + "-" + lastProcess.incrementAndGet();
    }

    void report(String what, String key, String process) {
        report(what, key, process, "");
    }

    /** The time is that of the call. */
    void report(String what, String key, String process, String more) {
        writeLine("%s %d %s %s %s".formatted(what, System.nanoTime(), key, process, more));
    }

    /** Tells the books that all before has come. */
    void mark(long number) {
        writeLine("mark " + number);
    }

    private synchronized void writeLine(String line) {
        try {
            out.write((line + "\n").getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
