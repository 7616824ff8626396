package dev.gmp.spring.cluster;

import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationPropertiesSource;

/**
 * What an entry of {@code gmp.cluster.types} replaces of a keyed type. Absent settings are as the application's code says.
 *
 * @param shards Number of parts into which the keys are divided. All nodes must have the same.
 * @param role Role of the nodes that run the processes. All nodes must have the same.
 * @param idleTimeout Time without a message after which a process is ended.
 * @param remembered Whether a process whose node has gone is started elsewhere at once, and not by the next message. All
 *     nodes must have the same.
 */
@ConfigurationPropertiesSource
record KeyedTypeProperties(
        @Nullable Integer shards,
        @Nullable String role,
        @Nullable Duration idleTimeout,
        @Nullable Boolean remembered) {

    static final String PREFIX = GmpClusterProperties.PREFIX + ".types";

    static final KeyedTypeProperties NONE = new KeyedTypeProperties(null, null, null, null);

    /** The entry of a type: the one of its name, else one whose name is spelled as an environment variable has it. */
    static KeyedTypeProperties of(String type, Map<String, KeyedTypeProperties> entries) {
        KeyedTypeProperties exact = entries.get(type);
        return exact != null
                ? exact
                : entries.entrySet().stream()
                        .filter(entry -> isSpelling(entry.getKey(), type))
                        .map(Map.Entry::getValue)
                        .findFirst()
                        .orElse(NONE);
    }

    /** An environment variable has no dashes, and knows no case. */
    static boolean isSpelling(String entry, String type) {
        return plain(entry).equals(plain(type));
    }

    private static String plain(String name) {
        return name.replace("-", "").replace("_", "").toLowerCase(Locale.ROOT);
    }
}
