package dev.gmp.benchmarks.cluster;

import dev.gmp.benchmarks.cluster.KeyedNode.Keyed;
import dev.gmp.benchmarks.peer.Peer;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.ProcessBuilder.Redirect;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The other node of the cluster, in a JVM of its own with the flags of this one. It ends with this JVM. */
record SecondNode(Process jvm) implements AutoCloseable {
    private static final String READY = "ready";
    private static final int MOST_KEYS = 10_000;

    /** Returns when it has joined and its keys answer. */
    static SecondNode start(Peer peer, int port, int seedPort) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments());
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), SecondNode.class.getName()));
        command.addAll(List.of(peer.id(), Integer.toString(port), Integer.toString(seedPort)));
        Process jvm =
                new ProcessBuilder(command).redirectError(Redirect.INHERIT).start();
        BufferedReader lines = new BufferedReader(new InputStreamReader(jvm.getInputStream(), StandardCharsets.UTF_8));
        String line = lines.readLine();
        if (!READY.equals(line)) {
            jvm.destroyForcibly();
            throw new IOException("The second node says '%s', not that it is ready".formatted(line));
        }
        return new SecondNode(jvm);
    }

    /** The first keys that live on it, as the first node addresses them. */
    List<Keyed> keys(KeyedNode first, int number) {
        List<Keyed> found = new ArrayList<>();
        for (int i = 0; found.size() < number; i++) {
            if (i == MOST_KEYS) {
                throw new IllegalStateException("Of %d keys %d live on the second node".formatted(i, found.size()));
            }
            Keyed keyed = first.at("key-" + i);
            if (keyed.ask().join().jvm() == jvm.pid()) {
                found.add(keyed);
            }
        }
        return found;
    }

    /** Kills it at once, as SIGKILL does. */
    @Override
    public void close() {
        jvm.destroyForcibly();
    }

    /** Arguments: the peer's id, the port, and that of the first node. */
    public static void main(String... arguments) throws IOException, InterruptedException {
        KeyedNode node = KeyedNode.start(
                Peer.byId(arguments[0]), Integer.parseInt(arguments[1]), Integer.parseInt(arguments[2]));
        node.at("of the second node").ask().join(); // so that both nodes can get shards from now on
        System.out.println(READY);
        while (System.in.read() >= 0) {
            // until the other JVM ends
        }
        Runtime.getRuntime().halt(0);
    }
}
