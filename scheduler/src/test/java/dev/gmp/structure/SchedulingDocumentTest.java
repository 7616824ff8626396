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
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** {@code docs/internals/scheduling.md} is short, names no class that is not there, and tells where each of Go's functions lives. */
class SchedulingDocumentTest {

    private static final int MOST_WORDS = 1_500;
    private static final int MOST_GLOSSARY_ENTRIES = 25;
    private static final int MOST_CLASSES_IN_A_PATH = 10;

    private static final Pattern CLASS = Pattern.compile("`([A-Z][a-z]\\w*)`");
    private static final Pattern CALL = Pattern.compile("(\\w+)->>(\\w+)");
    private static final Pattern MERMAID = Pattern.compile("```mermaid\\n(.*?)```", Pattern.DOTALL);
    private static final Pattern ROW = Pattern.compile("^\\| (?!-|Go |word )(.+?) \\|", Pattern.MULTILINE);

    private static final List<String> OF_GO = List.of(
            ("runqput findRunnable stealWork wakep stopm handoffp entersyscall retake preemptone sysmon procresize checkTimers"
                            + " netpoll injectglist Gosched LockOSThread ready newproc startm schedule execute")
                    .split(" "));

    private final Path repository = Repository.root();
    private final String document = Files.readString(repository.resolve("docs/internals/scheduling.md"));

    SchedulingDocumentTest() throws IOException {}

    @Test
    void itHasAtMostFifteenHundredWords() {
        assertThat(document.strip().split("\\s+")).hasSizeLessThanOrEqualTo(MOST_WORDS);
    }

    @Test
    void theGlossaryHasAtMostTwentyFiveEntries() {
        assertThat(rows(section("Words"))).hasSizeBetween(10, MOST_GLOSSARY_ENTRIES);
    }

    @Test
    void eachClassThatItNamesExists() throws IOException {
        Set<String> named = matches(CLASS, document);
        named.addAll(matches(CALL, document));

        assertThat(named).hasSizeGreaterThan(25);
        assertThat(classes()).containsAll(named);
    }

    @Test
    void bothPathsHaveAtMostTenClasses() {
        List<Set<String>> paths = MERMAID.matcher(document)
                .results()
                .map(picture -> matches(CALL, picture.group(1)))
                .toList();

        assertThat(paths).hasSize(2).allSatisfy(path -> assertThat(path).hasSizeBetween(5, MOST_CLASSES_IN_A_PATH));
    }

    @Test
    void theTableTellsWhereEachOfGosFunctionsLives() {
        Set<String> functions = rows(section("Go's function")).stream()
                .flatMap(row -> Stream.of(row.split(", ")))
                .collect(Collectors.toSet());

        assertThat(functions).containsAll(OF_GO);
    }

    private String section(String title) {
        int begin = document.indexOf("\n## " + title);
        int end = document.indexOf("\n## ", begin + 1);
        return document.substring(begin, end < 0 ? document.length() : end);
    }

    private static List<String> rows(String section) {
        return ROW.matcher(section).results().map(row -> row.group(1)).toList();
    }

    private static Set<String> matches(Pattern pattern, String text) {
        Set<String> found = new TreeSet<>();
        Matcher matcher = pattern.matcher(text);
        while (matcher.find()) {
            for (int group = 1; group <= matcher.groupCount(); group++) {
                found.add(matcher.group(group));
            }
        }
        return found;
    }

    private Set<String> classes() throws IOException {
        try (Stream<Path> files = Files.walk(repository.resolve("scheduler/src/main/java"))) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(".java"))
                    .map(name -> name.substring(0, name.length() - ".java".length()))
                    .collect(Collectors.toSet());
        }
    }
}
