package dev.gmp.process.cluster.internal.node;

import dev.gmp.process.cluster.internal.wire.NodeId;
import java.net.InetAddress;
import java.net.UnknownHostException;
import org.apache.pekko.actor.Address;
import org.apache.pekko.cluster.Member;

/** Nodes by {@code host:port}, and as Pekko knows them. */
final class Addresses {

    private Addresses() {}

    static NodeId id(Member member) {
        return new NodeId(hostAndPort(member.address()), member.uniqueAddress().longUid());
    }

    static String hostAndPort(Address address) {
        return address.getHost().orElseThrow() + ":" + address.getPort().orElseThrow();
    }

    /** As a host stands before a port: an IPv6 address in the JDK's form, with brackets, and any other host as it is. */
    static String host(String text) {
        try {
            // An address as text, for which nothing is looked up.
            return text.indexOf(':') < 0
                    ? text
                    : "[" + InetAddress.getByName(text).getHostAddress() + "]";
        } catch (UnknownHostException e) {
            throw new IllegalArgumentException("'%s' is no IPv6 address".formatted(text), e);
        }
    }

    /** @param hostAndPort {@code host:port} */
    static Address address(String hostAndPort) {
        int colon = hostAndPort.lastIndexOf(':');
        return new Address(
                "pekko",
                PekkoConfig.SYSTEM,
                host(hostAndPort.substring(0, colon)),
                Integer.parseInt(hostAndPort.substring(colon + 1)));
    }
}
