package dev.gmp.process.cluster;

import dev.gmp.config.InvalidSettingException;
import java.time.Duration;
import java.util.regex.Pattern;

/** What the values of a {@link ClusterBuilder} must be. Settings have the names of the properties. */
final class SettingChecks {

    static final int LARGEST_PORT = 65_535;

    /** A name, an IPv4 address, or an IPv6 address with brackets or without, which has two colons or more. */
    private static final Pattern HOST =
            Pattern.compile("[^\\s:/@\\[\\]]+|\\[?[0-9A-Fa-f]*:[0-9A-Fa-f]*:[0-9A-Fa-f:.]*]?");

    private static final Pattern DNS_NAME = Pattern.compile("(dns://[A-Za-z0-9.-]+(:[0-9]+)?/)?[A-Za-z0-9._-]+");
    private static final Pattern SEED_NODE = Pattern.compile("([^\\s:/@\\[\\]]+|\\[[0-9A-Fa-f:.]+]):[1-9][0-9]{0,4}");

    private SettingChecks() {}

    static String name(String value) {
        if (value.isBlank() || value.chars().anyMatch(Character::isISOControl)) {
            throw new InvalidSettingException(
                    "name", "'" + value.replaceAll("\\p{Cntrl}", "?") + "'", "not blank, without control characters");
        }
        return value;
    }

    static String host(String value) {
        if (!HOST.matcher(value).matches()) {
            throw new InvalidSettingException("host", "'" + value + "'", "a host name or an IP address");
        }
        return value;
    }

    static String dnsName(String value) {
        if (!DNS_NAME.matcher(value).matches()) {
            throw new InvalidSettingException("dns.name", "'" + value + "'", "a name of the DNS");
        }
        return value;
    }

    static String role(String value) {
        if (value.isBlank() || value.startsWith("dc-")) {
            throw new InvalidSettingException("roles", "'" + value + "'", "not blank, and not begin with dc-");
        }
        return value;
    }

    static String seedNode(String value) {
        if (!SEED_NODE.matcher(value).matches()
                || Integer.parseInt(value.substring(value.lastIndexOf(':') + 1)) > LARGEST_PORT) {
            throw new InvalidSettingException(
                    "seed-nodes", "'" + value + "'", "of the form host:port, with a port from 1 to 65535");
        }
        return value;
    }

    static void requireRange(String setting, int value, int least, int most) {
        if (value < least || value > most) {
            throw new InvalidSettingException(setting, value, "from %d to %d".formatted(least, most));
        }
    }

    static void requireRange(String setting, Duration value, Duration least, Duration most) {
        if (value.compareTo(least) < 0 || value.compareTo(most) > 0) {
            throw new InvalidSettingException(setting, value, "from %s to %s".formatted(least, most));
        }
    }
}
