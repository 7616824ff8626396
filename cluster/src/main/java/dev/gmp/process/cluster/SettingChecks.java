package dev.gmp.process.cluster;

import dev.gmp.config.InvalidSettingException;
import java.net.InetAddress;
import java.time.Duration;

/** What the values of a {@link ClusterBuilder} must be. Settings have the names of the properties. */
final class SettingChecks {

    static final Duration HOUR = Duration.ofHours(1);

    private static final String NAME = "[^\\s:/@\\[\\]]+";
    private static final String IPV6 = "[0-9A-Fa-f]*:[0-9A-Fa-f]*:[0-9A-Fa-f:.]*";
    private static final String PORT = "([1-9]\\d{0,3}|[1-5]\\d{4}|6[0-4]\\d{3}|65[0-4]\\d\\d|655[0-2]\\d|6553[0-5])";

    private SettingChecks() {}

    static String name(String value) {
        return require("name", value, "[^\\p{Cntrl}\\x80-\\x9f]+", "not blank, without control characters");
    }

    static String host(String value) {
        return require("host", value, NAME + "|\\[?" + IPV6 + "]?", "a host name or an IP address");
    }

    static String dnsName(String value) {
        return require(
                "dns.name", value, "(dns://[A-Za-z0-9.-]+(:" + PORT + ")?/)?[A-Za-z0-9._-]+", "a name of the DNS");
    }

    static String role(String value) {
        return require("roles", value, "(?s)(?!dc-).*", "not blank, and not begin with dc-");
    }

    static String seedNode(String value) {
        return require(
                "seed-nodes",
                value,
                "(" + NAME + "|\\[[0-9A-Fa-f:.]+]):" + PORT,
                "of the form host:port, with a port from 1 to 65535");
    }

    private static String require(String setting, String value, String pattern, String range) {
        if (value.isBlank() || !value.matches(pattern)) {
            throw new InvalidSettingException(
                    setting, "'" + value.replaceAll("[\\p{Cntrl}\\x80-\\x9f]", "?") + "'", range);
        }
        return value;
    }

    static <T extends Comparable<T>> T requireRange(String setting, T value, T least, T most) {
        if (value.compareTo(least) < 0 || value.compareTo(most) > 0) {
            throw new InvalidSettingException(setting, value, "from %s to %s".formatted(least, most));
        }
        return value;
    }

    /**
     * The host of a node without a setting.
     *
     * @param own the address of this machine's own name, which some systems let be one of the loopback interface
     * @throws InvalidSettingException if other nodes cannot reach it
     */
    static String defaultHost(InetAddress own, boolean hasOthers) {
        if (hasOthers && own.isLoopbackAddress()) {
            throw new InvalidSettingException(
                    "host",
                    "absent",
                    "set: this machine's own name leads to %s, which other nodes cannot reach"
                            .formatted(own.getHostAddress()));
        }
        return own.getHostAddress();
    }
}
