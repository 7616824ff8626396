package dev.gmp.process.cluster.internal.node;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.apache.pekko.cluster.Cluster;
import org.jspecify.annotations.Nullable;

/**
 * Finds the nodes to join, on a thread of its own, until this node is a member or its life is over. Pekko asks the nodes of
 * the list. Only the first of the list founds a cluster, when no member answers. A node that was cut off asks all nodes that
 * it knew, and founds one as {@link Founding} says.
 */
final class SeedNodes implements Runnable {

    private static final System.Logger LOGGER = System.getLogger(SeedNodes.class.getName());
    private static final Duration BETWEEN_LOOK_UPS = Duration.ofSeconds(1);
    private static final Duration FOR_ANSWERS = Duration.ofSeconds(5);
    private static final Duration OLDEST_ANSWERS = Duration.ofSeconds(7);

    private final NodeSettings settings;
    private final Life life;
    private final String self;
    private final List<String> seedNodes;
    private List<String> asked = List.of();

    SeedNodes(NodeSettings settings, Life life) {
        this.settings = settings;
        this.life = life;
        this.self = life.self().address();
        this.seedNodes = seedNodes(settings);
    }

    /** Each as {@code host:port}. */
    private static List<String> seedNodes(NodeSettings settings) {
        return settings.seedNodes().stream()
                .map(seed -> Life.hostAndPort(Life.address(seed)))
                .toList();
    }

    /** The only one that Pekko lets found a cluster. Null where the DNS tells the nodes, or there are none. */
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
            while (!life.founding().isOver()) {
                List<String> nodes = life.founding().known().isEmpty() ? seeds() : others();
                if (life.founding().isOver()) {
                    return;
                }
                joinOneOf(nodes);
                long asked = System.nanoTime();
                GatewayActor.seek(life);
                Thread.sleep(FOR_ANSWERS.toMillis());
                boolean isFresh = System.nanoTime() - asked < OLDEST_ANSWERS.toNanos();
                if (!life.founding().known().isEmpty() && life.founding().decide(isFresh)) {
                    joinOneOf(List.of(self));
                }
            }
        } catch (InterruptedException e) {
            LOGGER.log(System.Logger.Level.DEBUG, "{0} has ended before it was a member", self);
        }
    }

    private void joinOneOf(List<String> seeds) {
        if (!seeds.equals(asked)) {
            asked = seeds;
            LOGGER.log(
                    System.Logger.Level.INFO, "{0} joins the cluster ''{1}'' by {2}", self, settings.cluster(), seeds);
            Cluster.get(life.system())
                    .joinSeedNodes(seeds.stream().map(Life::address).toList());
        }
    }

    private List<String> seeds() throws InterruptedException {
        if (settings.dnsName() != null) {
            return withPort(dns(settings.dnsName()).await(BETWEEN_LOOK_UPS, this::joinIfThere));
        }
        return seedNodes.isEmpty() ? List.of(self) : seedNodes;
    }

    /**
     * A cluster that is there is joined before the DNS has all nodes. Without itself in the list, this node founds none. Nodes
     * that are asked already are not asked anew: that would end what Pekko is about to found.
     */
    private boolean joinIfThere(List<String> addresses) {
        List<String> others = new ArrayList<>(withPort(addresses));
        others.remove(self);
        if (!asked.containsAll(others)) {
            joinOneOf(others);
        }
        return life.founding().isOver();
    }

    private List<String> others() {
        Set<String> others = new TreeSet<>(life.founding().known());
        others.addAll(seedNodes);
        if (settings.dnsName() != null) {
            others.addAll(withPort(dns(settings.dnsName()).lookUp()));
        }
        others.remove(self);
        return new ArrayList<>(others);
    }

    private DnsAddresses dns(String name) {
        return new DnsAddresses(name, settings.dnsRequired());
    }

    private List<String> withPort(List<String> addresses) {
        return addresses.stream()
                .map(address -> Life.host(address) + ":" + settings.port())
                .toList();
    }
}
