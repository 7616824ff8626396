package dev.gmp.spring.trace;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

/**
 * Where recordings stand. The name says which JVM a file belongs to, by its process number and start, so that the next JVM
 * knows what one that was killed has left.
 */
final class TemporaryFile {

    private static final Log LOG = LogFactory.getLog(TemporaryFile.class);
    private static final String PREFIX = "gmp-trace-";
    private static final String SUFFIX = ".json";
    private static final Pattern NAME = Pattern.compile(PREFIX + "(\\d{1,18})-(\\d{1,18})-\\d+\\.json");

    /** By so much two JVMs may differ about the start of a process, since the clock is adjusted. */
    private static final long MOST_DRIFT_MILLIS = 10_000;

    private TemporaryFile() {}

    /** An empty file, for its owner's eyes. The caller deletes it. */
    static Path create() throws IOException {
        ProcessHandle self = ProcessHandle.current();
        return Files.createTempFile(PREFIX + self.pid() + "-" + startMillis(self) + "-", SUFFIX);
    }

    /** Deletes those of JVMs that have ended. */
    static void deleteStale() {
        Path folder = Path.of(System.getProperty("java.io.tmpdir"));
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, PREFIX + "*" + SUFFIX)) {
            for (Path file : files) {
                Matcher name = NAME.matcher(file.getFileName().toString());
                if (name.matches() && hasEnded(Long.parseLong(name.group(1)), Long.parseLong(name.group(2)))) {
                    delete(file);
                }
            }
        } catch (IOException | RuntimeException e) {
            LOG.warn("Old recordings in " + folder + " could not be deleted", e);
        }
    }

    static void delete(@Nullable Path file) {
        try {
            if (file != null) {
                Files.deleteIfExists(file);
            }
        } catch (IOException e) {
            LOG.warn("The recording " + file + " could not be deleted", e);
        }
    }

    /** Another process may have the number by now. */
    private static boolean hasEnded(long pid, long startMillis) {
        Optional<ProcessHandle> process = ProcessHandle.of(pid);
        return process.isEmpty() || Math.abs(startMillis(process.get()) - startMillis) > MOST_DRIFT_MILLIS;
    }

    /** 0 where the system does not tell. */
    private static long startMillis(ProcessHandle process) {
        return process.info().startInstant().map(Instant::toEpochMilli).orElse(0L);
    }
}
