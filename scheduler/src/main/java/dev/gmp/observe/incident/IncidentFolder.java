package dev.gmp.observe.incident;

import dev.gmp.config.InvalidSettingException;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import org.jspecify.annotations.Nullable;

/**
 * The capsules on disk, within limits of number, bytes and age: the oldest are deleted first, by {@link #add}, {@link #list} and
 * {@link #deleteSurplus}. A capsule is written under another name and then moved, so a half one is never listed. Only its owner
 * may read it.
 *
 * <p>A file is known by its name. A name that a client sends is compared with the names of the files that are there, and never
 * made into a path. Thread-safe.
 *
 * @since 0.2.0
 */
public final class IncidentFolder {

    /** The largest number of files. */
    public static final int MOST_FILES = 1_000;

    /** The smallest limit for the bytes of all files. */
    public static final long LEAST_BYTES = 1_000_000;

    /** The largest limit for the bytes of all files. */
    public static final long MOST_BYTES = 100_000_000_000L;

    /** The shortest limit of age. */
    public static final Duration SHORTEST_AGE = Duration.ofMinutes(1);

    /** The longest limit of age. */
    public static final Duration LONGEST_AGE = Duration.ofDays(365);

    private static final String UNFINISHED = ".tmp";

    /** A line in the first part of a capsule. */
    private static final Pattern SCHEDULER = Pattern.compile("(?dm)^scheduler (.+)$");

    private static final int MOST_OF_THE_FIRST_PART = 4_096;

    /** A file that is still unfinished then belongs to a JVM that was killed. */
    private static final Duration LONGEST_WRITE = Duration.ofMinutes(10);

    private final Path folder;
    private final int mostFiles;
    private final long mostBytes;
    private final Duration age;

    /**
     * Makes nothing on disk.
     *
     * @param folder made with the first capsule, for its owner alone
     * @param mostFiles the largest number of capsules, 1 to {@value #MOST_FILES}
     * @param mostBytes the largest sum of their bytes, {@value #LEAST_BYTES} to {@value #MOST_BYTES}. It is exceeded while one
     *     is written
     * @param age after which a capsule is deleted by the next {@link #add}, {@link #list} or {@link #deleteSurplus}, 1 minute to
     *     365 days
     * @throws InvalidSettingException if a limit is out of its range; it names {@code max-files}, {@code max-size} or {@code
     *     max-age}
     */
    public IncidentFolder(Path folder, int mostFiles, long mostBytes, Duration age) {
        this.folder = folder;
        this.mostFiles = mostFiles;
        this.mostBytes = mostBytes;
        this.age = age;
        require(mostFiles >= 1 && mostFiles <= MOST_FILES, "max-files", mostFiles, 1, MOST_FILES);
        require(mostBytes >= LEAST_BYTES && mostBytes <= MOST_BYTES, "max-size", mostBytes, LEAST_BYTES, MOST_BYTES);
        require(
                age.compareTo(SHORTEST_AGE) >= 0 && age.compareTo(LONGEST_AGE) <= 0,
                "max-age",
                age,
                SHORTEST_AGE,
                LONGEST_AGE);
    }

    private static void require(boolean valid, String setting, Object value, Object least, Object most) {
        if (!valid) {
            throw new InvalidSettingException(setting, value, "between " + least + " and " + most);
        }
    }

    /** The largest sum of bytes, and so that of one capsule before it is compressed. */
    public long mostBytes() {
        return mostBytes;
    }

    /**
     * Makes the folder if it is not there, for its owner alone. Where all users may write beside it, one of them may have made
     * it before. So there it must belong to this process's user, and no other may write in it.
     *
     * @throws IOException if it cannot be made, this process may not write in it, or others might
     */
    public void create() throws IOException {
        boolean posix = folder.getFileSystem().supportedFileAttributeViews().contains("posix");
        Files.createDirectories(
                folder,
                posix
                        ? new FileAttribute<?>[] {
                            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"))
                        }
                        : new FileAttribute<?>[0]);
        Path trial = Files.createTempFile(folder, IncidentFile.PREFIX, UNFINISHED);
        try {
            if (posix) {
                FolderOwner.require(folder, Files.getOwner(trial));
            }
        } finally {
            Files.delete(trial);
        }
    }

    /**
     * Writes a capsule, and deletes the oldest ones beyond the limits.
     *
     * @throws IOException if it cannot be written; there is none then
     */
    public IncidentFile add(IncidentCause cause, Content content) throws IOException {
        create();
        Path path = store(folder, cause, content);
        IncidentFile file = IncidentFile.of(path.getFileName().toString(), Files.size(path));
        deleteSurplus();
        return Objects.requireNonNull(file);
    }

    /**
     * Writes a capsule into any folder.
     *
     * @param folder must be there
     * @return the file, which only its owner may read and write
     * @throws IOException if it cannot be written; there is none then
     */
    public static Path store(Path folder, IncidentCause cause, Content content) throws IOException {
        String name = IncidentFile.beginningOfName(Instant.now(), cause);
        Path unfinished = Files.createTempFile(folder, name, UNFINISHED);
        try {
            try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(unfinished))) {
                content.writeTo(out);
            }
            String written = unfinished.getFileName().toString();
            String finished = written.substring(0, written.length() - UNFINISHED.length()) + IncidentFile.SUFFIX;
            return Files.move(unfinished, unfinished.resolveSibling(finished), StandardCopyOption.ATOMIC_MOVE);
        } catch (UncheckedIOException failure) {
            Files.deleteIfExists(unfinished);
            throw failure.getCause();
        } catch (Throwable failure) {
            Files.deleteIfExists(unfinished);
            throw failure;
        }
    }

    /**
     * The capsules, the latest first. Those beyond the limit of age are deleted before.
     *
     * @throws IOException if the folder is there and cannot be read
     */
    public List<IncidentFile> list() throws IOException {
        deleteSurplus();
        return files();
    }

    /**
     * Reads which scheduler a capsule is of.
     *
     * @param file one of the list
     * @return the scheduler's name; empty if the capsule does not say it, or cannot be read
     */
    public Optional<String> schedulerOf(IncidentFile file) {
        try (ZipInputStream zip = new ZipInputStream(Files.newInputStream(folder.resolve(file.name())))) {
            zip.getNextEntry();
            Matcher line =
                    SCHEDULER.matcher(new String(zip.readNBytes(MOST_OF_THE_FIRST_PART), StandardCharsets.UTF_8));
            return line.find() ? Optional.of(line.group(1)) : Optional.empty();
        } catch (IOException | IllegalArgumentException unreadable) {
            return Optional.empty();
        }
    }

    /**
     * Opens a capsule, which can be read to its end also if it is deleted meanwhile.
     *
     * @return empty if {@link #list} has no such name
     * @throws IOException if it cannot be read
     */
    public Optional<InputStream> open(String name) throws IOException {
        try {
            return isListed(name) ? Optional.of(Files.newInputStream(folder.resolve(name))) : Optional.empty();
        } catch (NoSuchFileException deleted) {
            return Optional.empty();
        }
    }

    /**
     * Opens one part of a capsule, such as {@code trace.json}.
     *
     * @return empty if there is no such capsule, or it has no such part
     * @throws IOException if it cannot be read
     */
    public Optional<InputStream> open(String name, String part) throws IOException {
        Optional<InputStream> file = open(name);
        if (file.isEmpty()) {
            return file;
        }
        ZipInputStream zip = new ZipInputStream(new BufferedInputStream(file.get()));
        try {
            for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
                if (entry.getName().equals(part)) {
                    return Optional.of(zip); // ends with the entry
                }
            }
        } catch (Throwable failure) {
            zip.close();
            throw failure;
        }
        zip.close();
        return Optional.empty();
    }

    /**
     * Deletes a capsule.
     *
     * @return false if {@link #list} has no such name
     * @throws IOException if it cannot be deleted
     */
    public boolean delete(String name) throws IOException {
        return isListed(name) && Files.deleteIfExists(folder.resolve(name));
    }

    /**
     * Deletes what is beyond the limits, the oldest first, and what killed JVMs have left unfinished.
     *
     * @throws IOException if the folder cannot be read. A file that cannot be deleted is left
     */
    public void deleteSurplus() throws IOException {
        Instant oldest = Instant.now().minus(age);
        int count = 0;
        long bytes = 0;
        for (IncidentFile file : files()) { // the latest first
            count++;
            bytes += file.bytes();
            boolean surplus = count > 1 && (count > mostFiles || bytes > mostBytes);
            if (surplus || file.time().isBefore(oldest)) {
                tryDelete(folder.resolve(file.name()));
            }
        }
        deleteUnfinished();
    }

    private void deleteUnfinished() throws IOException {
        Instant oldest = Instant.now().minus(LONGEST_WRITE);
        for (Path path : paths(UNFINISHED)) {
            BasicFileAttributes facts = facts(path);
            if (facts != null && facts.lastModifiedTime().toInstant().isBefore(oldest)) {
                tryDelete(path);
            }
        }
    }

    private static void tryDelete(Path file) {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            // tried again with the next capsule
        }
    }

    private boolean isListed(String name) throws IOException {
        return files().stream().anyMatch(file -> file.name().equals(name));
    }

    /** The latest first. Last come those of a clock that was set back since: a new one is not deleted instead of them. */
    private List<IncidentFile> files() throws IOException {
        List<IncidentFile> files = new ArrayList<>();
        for (Path path : paths(IncidentFile.SUFFIX)) {
            BasicFileAttributes facts = facts(path);
            IncidentFile file = facts == null || !facts.isRegularFile()
                    ? null
                    : IncidentFile.of(path.getFileName().toString(), facts.size());
            if (file != null) {
                files.add(file);
            }
        }
        Instant now = Instant.now();
        files.sort(Comparator.comparing((IncidentFile file) -> !file.time().isAfter(now))
                .thenComparing(IncidentFile::time)
                .thenComparing(IncidentFile::name)
                .reversed());
        return files;
    }

    /** None where the folder is not there. */
    private List<Path> paths(String suffix) throws IOException {
        List<Path> paths = new ArrayList<>();
        try (DirectoryStream<Path> found = Files.newDirectoryStream(folder, IncidentFile.PREFIX + "*" + suffix)) {
            found.forEach(paths::add);
        } catch (NoSuchFileException notThere) {
            return List.of();
        } catch (DirectoryIteratorException failure) {
            throw failure.getCause();
        }
        return paths;
    }

    /** Not of what a link leads to. */
    private static @Nullable BasicFileAttributes facts(Path path) throws IOException {
        try {
            return Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
        } catch (NoSuchFileException deleted) {
            return null;
        }
    }

    /**
     * What a capsule holds.
     *
     * @since 0.2.0
     */
    @FunctionalInterface
    public interface Content {

        /** @throws IOException if {@code out} does */
        void writeTo(OutputStream out) throws IOException;
    }
}
