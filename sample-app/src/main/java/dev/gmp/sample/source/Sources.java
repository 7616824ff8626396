package dev.gmp.sample.source;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;

/** Opens sources, and knows which one to take when none is named. */
public final class Sources {

    private Sources() {}

    /**
     * Opens a folder, zip or jar.
     *
     * @param path absolute, or relative to the working directory
     * @param excludedFolders names of folders to leave out, wherever below the path they stand
     * @param roots what may be read
     * @throws InvalidSourceException if there is nothing at the path, or nothing of these kinds, or it may not be read
     */
    public static Source open(String path, Set<String> excludedFolders, Roots roots) {
        Path location = locate(path);
        Path real = roots.resolve(location);
        if (!Files.isReadable(real)) {
            throw new InvalidSourceException("This service may not read " + location + ".");
        }
        if (Files.isDirectory(real)) {
            return new FolderSource(location, real, excludedFolders);
        }
        if (!Files.isRegularFile(real)) {
            throw new InvalidSourceException(location + " is neither a folder nor a regular file.");
        }
        try {
            return new ArchiveSource(location, real);
        } catch (IOException e) {
            throw new InvalidSourceException(
                    location + " is neither a folder nor a readable zip or jar: " + e.getMessage() + ".");
        }
    }

    /**
     * The source code of the running JVM's class library, or, where that is not installed, of this project.
     *
     * @return empty where neither is there
     */
    public static Optional<Path> preferred() {
        Path library = Path.of(System.getProperty("java.home"), "lib", "src.zip");
        return Files.isRegularFile(library) ? Optional.of(library) : project(Path.of(System.getProperty("user.dir")));
    }

    /** The exception for a start without a named source, when none is {@link #preferred()}. */
    public static InvalidSourceException nothingToPrefer() {
        return new InvalidSourceException("The running JVM has no lib/src.zip, and the working directory is not in this"
                + " project. Name a folder, zip or jar to index, or set sample.index.source.");
    }

    /** The nearest folder, from the given one upwards, that holds a build of several modules with this sample in it. */
    static Optional<Path> project(Path from) {
        for (Path folder = from.toAbsolutePath(); folder != null; folder = folder.getParent()) {
            if (Files.isRegularFile(folder.resolve("pom.xml")) && Files.isDirectory(folder.resolve("sample-app"))) {
                return Optional.of(folder);
            }
        }
        return Optional.empty();
    }

    private static Path locate(String path) {
        try {
            return Path.of(path.strip()).toAbsolutePath().normalize();
        } catch (InvalidPathException e) {
            throw new InvalidSourceException("The path is invalid: " + e.getReason() + ".");
        }
    }
}
