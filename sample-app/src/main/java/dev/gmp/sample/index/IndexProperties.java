package dev.gmp.sample.index;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * What is indexed, and how much of it.
 *
 * @param source Folder, zip or jar to index at the start. By default, the source code of the JVM's class library, or of this
 *     project.
 * @param onStart Whether to index when the application has started.
 * @param reindexInterval Time from the start of one scheduled index run to the start of the next.
 * @param maxFileSize Maximum size of a file. Longer files are skipped.
 * @param maxMemory Maximum heap that one corpus may take. Further files are skipped. By default, a third of the JVM's maximum
 *     heap.
 * @param maxFiles Maximum number of files. The listing ends there.
 * @param inFlight Maximum number of files that wait for a goroutine or run on one.
 * @param excludedFolders Names of folders to skip at any depth.
 * @param roots Folders and archives that may be indexed, with their contents. By default, everything where only this machine
 *     can send requests. Elsewhere the configured source, the source code of the JVM's class library and the folder "samples".
 */
@ConfigurationProperties("sample.index")
public record IndexProperties(
        @Nullable String source,
        @DefaultValue("true") boolean onStart,
        @DefaultValue("10m") Duration reindexInterval,
        @DefaultValue("2MB") DataSize maxFileSize,
        @Nullable DataSize maxMemory,
        @DefaultValue("200000") int maxFiles,
        @DefaultValue("256") int inFlight,

        @DefaultValue({".git", ".idea", ".gradle", "node_modules", "target"})
        Set<String> excludedFolders,

        @Nullable List<Path> roots) {

    private static final DataSize LARGEST_FILE = DataSize.ofMegabytes(256);

    private static final long LONGEST_INTERVAL_SECONDS = Duration.ofDays(365).toSeconds();

    public IndexProperties {
        requireRange(
                "sample.index.reindex-interval in seconds", reindexInterval.toSeconds(), 1, LONGEST_INTERVAL_SECONDS);
        requireRange("sample.index.max-file-size", maxFileSize.toBytes(), 1, LARGEST_FILE.toBytes());
        requireRange("sample.index.max-files", maxFiles, 1, 10_000_000);
        requireRange("sample.index.in-flight", inFlight, 1, 1_000_000);
        if (maxMemory != null) {
            requireRange("sample.index.max-memory", maxMemory.toBytes(), 1, Long.MAX_VALUE);
        }
        excludedFolders = Set.copyOf(excludedFolders);
        roots = roots == null ? null : List.copyOf(roots);
    }

    /** In bytes. */
    int largestFile() {
        return (int) maxFileSize.toBytes();
    }

    /** In bytes. A third by default: an old and a new corpus live side by side while an index run ends. */
    long memoryLimit() {
        return maxMemory != null ? maxMemory.toBytes() : Runtime.getRuntime().maxMemory() / 3;
    }

    private static void requireRange(String name, long value, long least, long most) {
        if (value < least || value > most) {
            throw new IllegalArgumentException(name + " is " + value + "; it must be from " + least + " to " + most);
        }
    }
}
