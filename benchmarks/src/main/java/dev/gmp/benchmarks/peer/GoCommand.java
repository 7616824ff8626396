package dev.gmp.benchmarks.peer;

import java.io.File;
import java.util.Arrays;
import java.util.Optional;

/** The {@code go} command of this machine. */
final class GoCommand {
    private GoCommand() {}

    static boolean isOnPath() {
        String path = Optional.ofNullable(System.getenv("PATH")).orElse("");
        return Arrays.stream(path.split(File.pathSeparator))
                .filter(folder -> !folder.isEmpty())
                .anyMatch(folder -> new File(folder, "go").canExecute());
    }
}
