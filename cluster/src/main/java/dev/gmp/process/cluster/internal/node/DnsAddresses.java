package dev.gmp.process.cluster.internal.node;

import java.lang.System.Logger.Level;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Hashtable;
import java.util.List;
import java.util.function.Predicate;
import javax.naming.Context;
import javax.naming.NamingEnumeration;
import javax.naming.NamingException;
import javax.naming.directory.Attribute;
import javax.naming.directory.InitialDirContext;

/**
 * The addresses of the nodes of a cluster, as the DNS has them under one name, such as that of a headless service.
 *
 * <p>The DNS servers of the machine are asked directly, by the JDK's naming provider: {@link InetAddress} keeps an answer for
 * 30 seconds, in which a starting cluster would not see its other nodes. What the servers do not know is left to {@link
 * InetAddress}, which knows the file of hosts and completes short names; so is all if the JDK has no module {@code
 * jdk.naming.dns}. A dual-stack name counts each node once: IPv6 addresses matter only if there are no others.
 */
final class DnsAddresses {

    /**
     * How many times in a row the answer must be the same, so that nodes that start together see the same first one. The DNS
     * servers of Kubernetes keep an answer for 5 seconds.
     */
    static final int EQUAL_ANSWERS = 7;

    private static final System.Logger LOGGER = System.getLogger(DnsAddresses.class.getName());

    /** In this order they are equal on all nodes. */
    private static final List<String> RECORD_TYPES = List.of("A", "AAAA");

    /** Lookups between two lines in the log that say what is missing. */
    private static final int LOOKUPS_BETWEEN_LOGS = 30;

    private final String name;
    private final int required;
    private final Hashtable<String, String> environment = new Hashtable<>();

    /**
     * @param name a name, best the full one, such as {@code shop-nodes.default.svc.cluster.local}; or {@code
     *     dns://host:port/name}, for which that server is asked instead of those of the machine
     * @param required how many addresses there must be before {@link #await} returns, 1 or more
     */
    DnsAddresses(String name, int required) {
        int slash = name.lastIndexOf('/');
        this.name = name.substring(slash + 1);
        this.required = required;
        environment.put(Context.INITIAL_CONTEXT_FACTORY, "com.sun.jndi.dns.DnsContextFactory");
        environment.put(Context.PROVIDER_URL, slash < 0 ? "dns:" : name.substring(0, slash));
        // Milliseconds of the first try, which each further try doubles.
        environment.put("com.sun.jndi.dns.timeout.initial", "1000");
        environment.put("com.sun.jndi.dns.timeout.retries", "2");
    }

    /**
     * Looks the name up, and again after each pause, until {@value #EQUAL_ANSWERS} answers in a row are equal and have the
     * required number of addresses. Logs from time to time what is missing.
     *
     * @param pause between two lookups; a second serves
     * @param isOver gets each answer before, and says whether none is needed any longer
     * @return the addresses, sorted; so all nodes have the same first one
     */
    List<String> await(Duration pause, Predicate<List<String>> isOver) throws InterruptedException {
        List<String> last = List.of();
        int equal = 0;
        for (int lookups = 0; ; lookups++) {
            List<String> found = lookUp();
            equal = found.equals(last) ? equal + 1 : 1;
            last = found;
            if (found.size() < required) {
                if (lookups % LOOKUPS_BETWEEN_LOGS == 0) {
                    LOGGER.log(
                            Level.INFO,
                            "Waiting for the nodes of {0}: the DNS has {1} of {2} required addresses {3}",
                            name,
                            found.size(),
                            required,
                            found);
                }
            } else if (equal >= EQUAL_ANSWERS) {
                return found;
            }
            if (isOver.test(found)) {
                return found;
            }
            Thread.sleep(pause.toMillis());
        }
    }

    /**
     * Looks the name up once. Blocks for seconds if no DNS server answers.
     *
     * @return the addresses, each once, sorted by their bytes; empty if there are none, or no server answers
     */
    List<String> lookUp() {
        for (String recordType : RECORD_TYPES) {
            List<InetAddress> found = ask(recordType);
            if (!found.isEmpty()) {
                return sorted(found);
            }
        }
        return sorted(askJdk());
    }

    // The DNS provider makes texts only, and a name that the builder has checked leads to no other provider.
    @SuppressWarnings("BanJNDI")
    private List<InetAddress> ask(String recordType) {
        List<InetAddress> found = new ArrayList<>();
        try {
            InitialDirContext dns = new InitialDirContext(environment);
            try {
                Attribute records =
                        dns.getAttributes(name, new String[] {recordType}).get(recordType);
                if (records != null) {
                    NamingEnumeration<?> each = records.getAll();
                    while (each.hasMore()) {
                        // An address as text, for which nothing is looked up.
                        found.add(InetAddress.getByName(each.next().toString()));
                    }
                }
            } finally {
                dns.close();
            }
        } catch (NamingException | UnknownHostException | RuntimeException e) { // of the provider, for a bad port
            LOGGER.log(Level.DEBUG, () -> "No answer of the DNS about " + name, e);
        }
        return found;
    }

    private List<InetAddress> askJdk() {
        try {
            List<InetAddress> all = List.of(InetAddress.getAllByName(name));
            List<InetAddress> old =
                    all.stream().filter(Inet4Address.class::isInstance).toList();
            return old.isEmpty() ? all : old;
        } catch (UnknownHostException e) {
            LOGGER.log(Level.DEBUG, () -> "The name " + name + " is unknown", e);
            return List.of();
        }
    }

    private static List<String> sorted(List<InetAddress> addresses) {
        List<InetAddress> sorted = new ArrayList<>(addresses);
        sorted.sort((a, b) -> Arrays.compareUnsigned(a.getAddress(), b.getAddress()));
        return sorted.stream().map(InetAddress::getHostAddress).distinct().toList();
    }
}
