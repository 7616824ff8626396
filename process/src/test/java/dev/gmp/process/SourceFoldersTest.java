package dev.gmp.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** A folder holds no more files than can be taken in at a glance. */
class SourceFoldersTest {

    private static final int MAX_FILES = 25;

    @Test
    void noFolderHoldsTooManyFiles() throws IOException {
        Map<Path, Long> files = new TreeMap<>();
        for (String sources : new String[] {"src/main/java", "src/test/java"}) {
            try (Stream<Path> all = Files.walk(Path.of(sources))) {
                files.putAll(all.filter(file -> file.toString().endsWith(".java"))
                        .filter(file -> !file.endsWith("package-info.java"))
                        .collect(Collectors.groupingBy(Path::getParent, Collectors.counting())));
            }
        }

        assertThat(files).isNotEmpty();
        assertThat(files).allSatisfy((folder, count) -> assertThat(count).isLessThanOrEqualTo(MAX_FILES));
    }
}
