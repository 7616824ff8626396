package dev.gmp.spring.incident;

import dev.gmp.GmpScheduler;
import dev.gmp.IncidentWatch;
import dev.gmp.observe.incident.IncidentFolder;
import dev.gmp.spring.config.InvalidSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.util.unit.DataSize;

/**
 * Settings of incident capsules.
 *
 * @param enabled Whether to write a capsule by itself when a scheduler stalls, is slow or full of hogs, or its health is down.
 * @param folder Folder of the capsules. By default, gmp-incidents-USER in the JVM's folder for temporary files.
 * @param maxFiles Maximum number of capsules. The oldest are deleted.
 * @param maxSize Maximum size of all capsules together. The oldest are deleted.
 * @param maxAge Time after which a capsule is deleted: within a minute when enabled, else when capsules are listed or written.
 * @param minInterval Minimum time between two capsules that are written by themselves.
 * @param latencyLimit Limit of the scheduling latency. A p99 that stays above it for five seconds is an incident. By buckets of
 *     powers of two, 1s acts from 525ms. Disabled when set to 0.
 */
@ConfigurationProperties(GmpIncidentsProperties.PREFIX)
record GmpIncidentsProperties(
        @DefaultValue("false") boolean enabled,
        @Nullable Path folder,
        @DefaultValue("10") int maxFiles,
        @DefaultValue("50MB") DataSize maxSize,
        @DefaultValue("7d") Duration maxAge,
        @DefaultValue("10m") Duration minInterval,
        @DefaultValue("1s") Duration latencyLimit) {

    static final String PREFIX = "gmp.incidents";
    static final String FOLDER = PREFIX + ".folder";

    /** @throws InvalidConfigurationPropertyValueException if a setting is out of its range, of the watch too */
    IncidentFolder toFolder() {
        return InvalidSettings.reported(PREFIX, null, () -> {
            IncidentFolder made = new IncidentFolder(path(), maxFiles, maxSize.toBytes(), maxAge);
            toWatch(List.of(), made, () -> null);
            return made;
        });
    }

    IncidentWatch toWatch(Collection<GmpScheduler> schedulers, IncidentFolder made, Supplier<@Nullable String> health) {
        return new IncidentWatch(schedulers, made, minInterval, latencyLimit, health);
    }

    Path path() {
        return folder == null
                ? Path.of(System.getProperty("java.io.tmpdir"), "gmp-incidents-" + System.getProperty("user.name"))
                : folder;
    }
}
