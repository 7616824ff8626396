package dev.gmp.spring.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * A PostgreSQL of one's own, with its data in a folder. It does not run as root; then the user {@code postgres}, which
 * the package creates, runs it.
 */
final class PostgresServer implements AutoCloseable {

    private static final Path INSTALLATIONS = Path.of("/usr/lib/postgresql");
    private static final boolean IS_ROOT = "root".equals(System.getProperty("user.name"));

    private final Path binaries;
    private final Path data;
    private int port;

    private PostgresServer(Path binaries, Path data) {
        this.binaries = binaries;
        this.data = data;
    }

    /** Skips the test where there is none. */
    static PostgresServer start(Path folder) throws Exception {
        Path binaries = newestInstallation();
        assumeTrue(binaries != null, "no PostgreSQL below " + INSTALLATIONS);
        assumeTrue(!IS_ROOT || Files.isExecutable(Path.of("/usr/sbin/runuser")), "PostgreSQL does not run as root");
        Path data = folder.resolve("data");
        if (IS_ROOT) {
            run(List.of("chown", "postgres", folder.toString()), folder);
        }
        PostgresServer server = new PostgresServer(binaries, data);
        server.runAsUser("initdb", "-D", data.toString(), "-U", "test", "--auth=trust", "--no-sync");
        Path log = folder.resolve("log");
        try {
            server.startOnFreePort(log);
        } catch (AssertionError portTakenMeanwhile) {
            server.startOnFreePort(log);
        }
        return server;
    }

    private void startOnFreePort(Path log) throws Exception {
        port = freePort();
        String options =
                "-p %d -h 127.0.0.1 -c unix_socket_directories='' -c fsync=off -c max_connections=60".formatted(port);
        runAsUser("pg_ctl", "-D", data.toString(), "-w", "-l", log.toString(), "-o", options, "start");
    }

    String url() {
        return "jdbc:postgresql://127.0.0.1:%d/postgres?user=test".formatted(port);
    }

    @Override
    public void close() throws Exception {
        runAsUser("pg_ctl", "-D", data.toString(), "-w", "-m", "immediate", "stop");
        if (IS_ROOT) {
            run(List.of("chown", "-R", "root", data.getParent().toString()), data.getParent());
        }
    }

    private void runAsUser(String program, String... arguments) throws Exception {
        List<String> command = new ArrayList<>();
        if (IS_ROOT) {
            command.addAll(List.of("runuser", "-u", "postgres", "--"));
        }
        command.add(binaries.resolve(program).toString());
        command.addAll(List.of(arguments));
        run(command, data.getParent());
    }

    private static void run(List<String> command, Path folder) throws Exception {
        Path out = Files.createTempFile("postgres", ".out");
        try {
            Process process = new ProcessBuilder(command)
                    .directory(folder.toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(out.toFile())
                    .start();
            assertThat(process.waitFor(230, TimeUnit.SECONDS))
                    .as("%s ends", command)
                    .isTrue();
            assertThat(process.exitValue())
                    .as("%s: %s", command, Files.readString(out))
                    .isZero();
        } finally {
            Files.delete(out);
        }
    }

    private static Path newestInstallation() throws IOException {
        if (!Files.isDirectory(INSTALLATIONS)) {
            return null;
        }
        try (Stream<Path> versions = Files.list(INSTALLATIONS)) {
            return versions.map(version -> version.resolve("bin"))
                    .filter(bin -> Files.isExecutable(bin.resolve("initdb")))
                    .max(Comparator.naturalOrder())
                    .orElse(null);
        }
    }

    /** None that Linux gives to other sockets by itself meanwhile: those begin at 32,768. */
    private static int freePort() {
        while (true) {
            int port = ThreadLocalRandom.current().nextInt(20_000, 30_000);
            try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
                return socket.getLocalPort();
            } catch (IOException taken) {
                // the next one may be free
            }
        }
    }
}
