package dev.gmp.spring.it.cluster;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * A network namespace for each node, and one with a bridge between them, where no rules of the machine apply. Connections
 * between groups of nodes can be cut. Needs root on Linux.
 */
final class Network implements AutoCloseable {

    private static final String SWITCH = "gmp-switch";
    private static final String OUTSIDE = "gmp-outside";

    private final int nodes;

    Network(int nodes) throws Exception {
        this.nodes = nodes;
        close();
        run("ip netns add " + SWITCH);
        run("ip -n " + SWITCH + " link add bridge type bridge");
        run("ip -n " + SWITCH + " link set bridge up");
        run("ip link add " + OUTSIDE + " type veth peer name outside netns " + SWITCH);
        run("ip -n " + SWITCH + " link set outside master bridge up");
        run("ip addr add " + outside() + "/24 dev " + OUTSIDE);
        run("ip link set " + OUTSIDE + " up");
        for (int node = 0; node < nodes; node++) {
            run("ip netns add " + namespace(node));
            run("ip -n %s link add node%d type veth peer name eth0 netns %s".formatted(SWITCH, node, namespace(node)));
            run("ip -n %s link set node%d master bridge up".formatted(SWITCH, node));
            inside(node, "ip addr add %s/24 dev eth0".formatted(address(node)));
            inside(node, "ip link set eth0 up");
            inside(node, "ip link set lo up");
        }
    }

    /** Whether this machine lets this user make namespaces and rules. */
    static boolean isAvailable() {
        try (Network one = new Network(1)) {
            one.inside(0, "iptables -A INPUT -s 192.0.2.1 -j DROP");
            return true;
        } catch (Exception e) {
            return false;
        }
    }

    String address(int node) {
        return "10.77.55." + (node + 1);
    }

    /** The address of this JVM, which no cut concerns. */
    String outside() {
        return "10.77.55.254";
    }

    /** A command that runs another one as a node's. */
    List<String> prefix(int node) {
        return List.of("ip", "netns", "exec", namespace(node));
    }

    /** Drops everything between some nodes and all the others, without a word to either. */
    void cut(List<Integer> some) throws Exception {
        for (int node : some) {
            for (int other = 0; other < nodes; other++) {
                if (!some.contains(other)) {
                    inside(node, "iptables -A INPUT -s " + address(other) + " -j DROP");
                    inside(node, "iptables -A OUTPUT -d " + address(other) + " -j DROP");
                }
            }
        }
    }

    void heal() throws Exception {
        for (int node = 0; node < nodes; node++) {
            inside(node, "iptables -F");
        }
    }

    private static String namespace(int node) {
        return "gmp-node" + node;
    }

    private void inside(int node, String command) throws Exception {
        List<String> words = new ArrayList<>(prefix(node));
        words.addAll(List.of(command.split(" ")));
        run(words);
    }

    private static void run(String command) throws Exception {
        run(List.of(command.split(" ")));
    }

    private static void run(List<String> command) throws Exception {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.waitFor() != 0) {
            throw new IOException(command + ": " + output);
        }
    }

    /** The namespaces go with all that is in them, sooner or later; the device outside is in the way of a next network. */
    @Override
    public void close() throws Exception {
        List<String> commands = new ArrayList<>(List.of("ip link del " + OUTSIDE, "ip netns del " + SWITCH));
        for (int node = 0; node < nodes; node++) {
            commands.add("ip netns del " + namespace(node));
        }
        for (String command : commands) {
            // One that is not there needs no removal.
            new ProcessBuilder(command.split(" "))
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start()
                    .waitFor();
        }
    }
}
