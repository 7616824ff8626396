package dev.gmp.structure;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What holds for every Java file of the repository, whichever module it belongs to. */
class SourceFilesTest {

    private static final int MAX_LINES = 400;

    /** Beside what describes the package. */
    private static final int MAX_FILES = 25;

    @Test
    void noFileIsTooLongToReadInOneSitting() throws IOException {
        List<Path> files = sourceFiles("src");
        List<Path> tooLong = new ArrayList<>();
        for (Path file : files) {
            if (Files.readAllLines(file).size() > MAX_LINES) {
                tooLong.add(file);
            }
        }

        assertThat(files).isNotEmpty();
        assertThat(tooLong).isEmpty();
    }

    @Test
    void noFolderHoldsMoreFilesThanOneGlanceTakesIn() throws IOException {
        Map<Path, Long> counts = sourceFiles("src").stream()
                .filter(file -> !file.endsWith("package-info.java"))
                .collect(Collectors.groupingBy(Path::getParent, TreeMap::new, Collectors.counting()));

        assertThat(counts).isNotEmpty();
        counts.values().removeIf(count -> count <= MAX_FILES);
        assertThat(counts).isEmpty();
    }

    @Test
    void everyPackageOfTheMainSourcesIsNullMarked() throws IOException {
        Set<Path> packages = new TreeSet<>();
        Set<Path> marked = new TreeSet<>();
        for (Path file : sourceFiles("src/main/java")) {
            packages.add(file.getParent());
            if (file.endsWith("package-info.java") && Files.readString(file).contains("@NullMarked")) {
                marked.add(file.getParent());
            }
        }

        assertThat(packages).isNotEmpty();
        assertThat(marked).isEqualTo(packages);
    }

    /** The Java files below a folder that each module may have. */
    private static List<Path> sourceFiles(String folder) throws IOException {
        List<Path> found = new ArrayList<>();
        try (DirectoryStream<Path> modules = Files.newDirectoryStream(Repository.root())) {
            for (Path module : modules) {
                if (Files.isDirectory(module.resolve(folder))) {
                    try (Stream<Path> files = Files.walk(module.resolve(folder))) {
                        files.filter(file -> file.toString().endsWith(".java")).forEach(found::add);
                    }
                }
            }
        }
        return found;
    }
}
