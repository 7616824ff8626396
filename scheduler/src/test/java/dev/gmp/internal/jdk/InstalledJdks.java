package dev.gmp.internal.jdk;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** JDKs beside the one that runs, in the places where installers put them. */
final class InstalledJdks {
    private InstalledJdks() {}

    static Optional<Path> find(int feature) {
        Path ours = Path.of(System.getProperty("java.home"));
        Stream<Path> fromEnvironment = System.getenv().entrySet().stream()
                .filter(variable -> variable.getKey().matches("(JAVA|JDK).*HOME.*"))
                .map(variable -> Path.of(variable.getValue()));
        Stream<Path> folders = Stream.of(
                        ours.getParent(),
                        Path.of("/usr/lib/jvm"),
                        Path.of(System.getProperty("user.home"), ".sdkman/candidates/java"))
                .flatMap(folder -> list(folder).stream());
        return Stream.of(Stream.of(ours), fromEnvironment, folders)
                .flatMap(homes -> homes)
                .filter(home -> isJdk(home, feature))
                .findFirst();
    }

    private static List<Path> list(Path folder) {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> children = Files.list(folder)) {
            return children.toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Every JDK has a file that names its version. */
    private static boolean isJdk(Path home, int feature) {
        Path release = home.resolve("release");
        try {
            return Files.isExecutable(home.resolve("bin/java"))
                    && Files.isRegularFile(release)
                    && Files.readString(release).matches("(?s).*\\bJAVA_VERSION=\"" + feature + "[.\"].*");
        } catch (IOException e) {
            return false;
        }
    }
}
