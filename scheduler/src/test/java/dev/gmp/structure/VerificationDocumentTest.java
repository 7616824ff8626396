package dev.gmp.structure;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** {@code docs/internals/verification.md} names no test that is not there. */
class VerificationDocumentTest {

    private static final Pattern TEST_CLASS = Pattern.compile("`([A-Z]\\w*(?:Tests?|Jcstress))`");
    private static final Pattern TEST_SOURCE = Pattern.compile(".*/src/(?:test|jcstress)/java/.*/(\\w+)\\.java");

    @Test
    void everyTestThatItNamesExists() throws IOException {
        Path repository = Repository.root();
        Set<String> named = new TreeSet<>();
        Matcher names = TEST_CLASS.matcher(Files.readString(repository.resolve("docs/internals/verification.md")));
        while (names.find()) {
            named.add(names.group(1));
        }

        assertThat(named).hasSizeGreaterThan(50);
        assertThat(testClasses(repository)).containsAll(named);
    }

    private static Set<String> testClasses(Path repository) throws IOException {
        Set<String> classes = new TreeSet<>();
        for (Path sources : sourcesOfModules(repository)) {
            try (Stream<Path> files = Files.walk(sources)) {
                files.map(file -> TEST_SOURCE.matcher(
                                file.toString().replace(file.getFileSystem().getSeparator(), "/")))
                        .filter(Matcher::matches)
                        .forEach(source -> classes.add(source.group(1)));
            }
        }
        return classes;
    }

    /** Nothing that a build writes meanwhile. */
    private static List<Path> sourcesOfModules(Path repository) throws IOException {
        try (Stream<Path> modules = Files.list(repository)) {
            return modules.map(module -> module.resolve("src"))
                    .filter(Files::isDirectory)
                    .toList();
        }
    }
}
