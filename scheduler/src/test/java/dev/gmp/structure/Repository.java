package dev.gmp.structure;

import java.nio.file.Files;
import java.nio.file.Path;

/** Where this project's files are. */
final class Repository {

    private Repository() {}

    /** The nearest folder at or above the working folder that holds {@code .mvn}. */
    static Path root() {
        Path folder = Path.of("").toAbsolutePath();
        while (!Files.isDirectory(folder.resolve(".mvn"))) {
            folder = folder.getParent();
        }
        return folder;
    }
}
