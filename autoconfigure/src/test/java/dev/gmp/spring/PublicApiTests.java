package dev.gmp.spring;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The API is each public type with {@code @since}, and japicmp compares those alone. The Javadoc leaves out packages without
 * such a type.
 */
class PublicApiTests {

    private static final Path SOURCES = Path.of("src", "main", "java");
    private static final Pattern JAPICMP = Pattern.compile("<exclude>(dev\\.gmp\\.spring[\\w.]*)</exclude>");
    private static final Pattern PACKAGE = Pattern.compile("dev\\.gmp\\.spring\\.\\w+(?=[,<])");

    @Test
    void japicmpComparesTheApiAndTheJavadocLeavesOutPackagesWithoutIt() throws IOException {
        String pom = Files.readString(Path.of("..", "pom.xml"));
        Set<String> japicmp = all(JAPICMP, pom, match -> match.group(1));
        String packages = pom.lines()
                .filter(line -> line.contains("<excludePackageNames>"))
                .collect(Collectors.joining());
        Set<String> javadoc = all(PACKAGE, packages, MatchResult::group);

        assertThat(javadoc).isNotEmpty().isSubsetOf(japicmp);
        assertThat(publicTypes(source -> source.contains("@since")))
                .isNotEmpty()
                .noneMatch(type -> isExcluded(type, japicmp) || isExcluded(type, javadoc));
        assertThat(publicTypes(source -> !source.contains("@since")))
                .isNotEmpty()
                .allMatch(type -> isExcluded(type, japicmp));
    }

    private static Set<String> all(Pattern pattern, String text, Function<MatchResult, String> name) {
        return pattern.matcher(text).results().map(name).collect(Collectors.toCollection(TreeSet::new));
    }

    private static boolean isExcluded(String type, Set<String> excluded) {
        return excluded.contains(type) || excluded.contains(type.substring(0, type.lastIndexOf('.')));
    }

    private static Set<String> publicTypes(Predicate<String> source) throws IOException {
        try (Stream<Path> files = Files.walk(SOURCES)) {
            return files.filter(file -> file.toString().endsWith(".java"))
                    .filter(file -> {
                        String text = read(file);
                        return text.lines().anyMatch(line -> line.startsWith("public ")) && source.test(text);
                    })
                    .map(file -> SOURCES.relativize(file).toString())
                    .map(file ->
                            file.substring(0, file.length() - ".java".length()).replace(File.separatorChar, '.'))
                    .collect(Collectors.toCollection(TreeSet::new));
        }
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
