package dev.gmp.process.cluster.internal.node;

import dev.gmp.process.cluster.ClusterSnapshot.Status;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.apache.pekko.actor.Address;
import org.apache.pekko.cluster.Cluster;
import org.jspecify.annotations.Nullable;

/**
 * Finds the nodes to join, on a thread of its own, until the life of this node is over. Pekko joins one of the others that is a
 * member. If none is, this node founds a cluster as {@link Founding} says. A member asks those of the others that are in another
 * cluster, as {@link Reunion} says.
 */
final class SeedNodes implements Runnable {

    private static final System.Logger LOGGER = System.getLogger(SeedNodes.class.getName());
    private static final Duration BETWEEN_LOOK_UPS = Duration.ofSeconds(1);
    private static final Duration FOR_ANSWERS = Duration.ofSeconds(5);
    private static final Duration OLDEST_ANSWERS = Duration.ofSeconds(7);

    private static final int LOOK_MILLIS = 100;
    private static final int LOOKS_BETWEEN_QUESTIONS = 10;
    private static final int CONNECT_MILLIS = 1_000;

    /** Each time twice as long. */
    private static final Duration FIRST_MEETING = Duration.ofSeconds(10);

    private static final Duration BETWEEN_MEETINGS = Duration.ofMinutes(1);

    private final NodeSettings settings;
    private final Life life;
    private final Founding founding;
    private final String self;
    private final List<String> seedNodes;
    private List<String> asked = List.of();
    private boolean hadAllOfDns;

    SeedNodes(NodeSettings settings, Life life) {
        this.settings = settings;
        this.life = life;
        this.founding = life.founding();
        this.self = life.self().address();
        this.seedNodes = seedNodes(settings);
    }

    /** Each as {@code host:port}. */
    private static List<String> seedNodes(NodeSettings settings) {
        return settings.seedNodes().stream()
                .map(seed -> Addresses.hostAndPort(Addresses.address(seed)))
                .toList();
    }

    /** The only new node that founds a cluster. Null where the DNS tells the nodes, or there are none. */
    static @Nullable String first(NodeSettings settings) {
        List<String> seedNodes = settings.dnsName() == null ? seedNodes(settings) : List.of();
        return seedNodes.isEmpty() ? null : seedNodes.get(0);
    }

    void join() {
        Thread joining = new Thread(this, "gmp-cluster-join");
        joining.setDaemon(true);
        life.system().registerOnTermination(joining::interrupt);
        joining.start();
    }

    @Override
    public void run() {
        try {
            joinAny();
            long pause = FIRST_MEETING.toMillis();
            while (life.status() != Status.CUT_OFF) {
                Thread.sleep(pause);
                meetOthers();
                pause = Math.min(2 * pause, BETWEEN_MEETINGS.toMillis());
            }
        } catch (InterruptedException e) {
            LOGGER.log(System.Logger.Level.DEBUG, "{0} has ended", self);
        }
    }

    private void joinAny() throws InterruptedException {
        while (!founding.isOver()) {
            List<String> others = others();
            joinOneOf(others);
            look(others);
        }
    }

    private void look(List<String> others) throws InterruptedException {
        List<String> listening = others.stream().filter(SeedNodes::listens).toList();
        long asked = System.nanoTime();
        founding.ask(listening);
        for (int i = 0; !founding.hasHeardOf(others) && isLooking(asked); i++) {
            if (i % LOOKS_BETWEEN_QUESTIONS == 0) {
                GatewayActor.seek(life, listening);
            }
            TimeUnit.MILLISECONDS.sleep(LOOK_MILLIS);
        }
        boolean isFresh = System.nanoTime() - asked < OLDEST_ANSWERS.toNanos();
        if (founding.decide(isFresh, listening)) {
            joinOneOf(List.of(self));
        }
        while (isLooking(asked)) {
            TimeUnit.MILLISECONDS.sleep(LOOK_MILLIS);
        }
    }

    private boolean isLooking(long asked) {
        return !founding.isOver() && System.nanoTime() - asked < FOR_ANSWERS.toNanos();
    }

    private void meetOthers() {
        List<String> others = addresses();
        life.peers().members().forEach(member -> others.remove(member.address()));
        others.stream().filter(SeedNodes::listens).forEach(life.reunion()::ask);
    }

    /** Pekko would go on to connect, and to log, for minutes. */
    private static boolean listens(String hostAndPort) {
        Address address = Addresses.address(hostAndPort);
        try (Socket socket = new Socket()) {
            int port = address.getPort().orElseThrow();
            socket.connect(new InetSocketAddress(address.getHost().orElseThrow(), port), CONNECT_MILLIS);
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    private void joinOneOf(List<String> nodes) {
        if (!nodes.isEmpty() && !nodes.equals(asked)) {
            asked = nodes;
            LOGGER.log(
                    System.Logger.Level.INFO, "{0} joins the cluster ''{1}'' by {2}", self, settings.cluster(), nodes);
            Cluster.get(life.system())
                    .joinSeedNodes(nodes.stream().map(Addresses::address).toList());
        }
    }

    /** Without this one, so that Pekko founds no cluster. */
    private List<String> others() throws InterruptedException {
        if (settings.dnsName() == null || hadAllOfDns || !founding.known().isEmpty()) {
            return addresses();
        }
        List<String> others = withoutSelf(dns(settings.dnsName()).await(BETWEEN_LOOK_UPS, this::joinIfThere));
        hadAllOfDns = true;
        return others;
    }

    /** A cluster that is there is joined before the DNS has all nodes. */
    private boolean joinIfThere(List<String> addresses) {
        joinOneOf(withoutSelf(addresses));
        return founding.isOver();
    }

    private List<String> addresses() {
        Set<String> others = new TreeSet<>(founding.known());
        others.addAll(seedNodes);
        others.remove(self);
        if (settings.dnsName() != null) {
            others.addAll(withoutSelf(dns(settings.dnsName()).lookUp()));
        }
        return new ArrayList<>(others);
    }

    private DnsAddresses dns(String name) {
        return new DnsAddresses(name, settings.dnsRequired());
    }

    private List<String> withoutSelf(List<String> hosts) {
        return hosts.stream()
                .map(host -> Addresses.host(host) + ":" + settings.port())
                .filter(node -> !node.equals(self))
                .toList();
    }
}
