package dev.gmp.structure;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.Field;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** A native image has those fields for handles that are looked up by name which its metadata names. */
class NativeImageMetadataTest {

    private static final Path SOURCES = Path.of("src", "main", "java");
    private static final Path METADATA =
            Path.of("src/main/resources/META-INF/native-image/dev.gmp/gmp-scheduler/reachability-metadata.json");
    private static final Pattern LOOK_UP =
            Pattern.compile("FieldHandles\\.find\\(MethodHandles\\.lookup\\(\\), \"(\\w+)\"");
    private static final Pattern TYPE = Pattern.compile("\"type\": \"([^\"]+)\", \"fields\": \\[(.*)]");
    private static final Pattern NAME = Pattern.compile("\"name\": \"(\\w+)\"");

    @Test
    void namesEveryFieldThatIsLookedUpAndNoOther() throws Exception {
        List<String> named = new ArrayList<>();
        Matcher types = TYPE.matcher(Files.readString(METADATA));
        while (types.find()) {
            Matcher names = NAME.matcher(types.group(2));
            while (names.find()) {
                Field field = Class.forName(types.group(1), false, getClass().getClassLoader())
                        .getDeclaredField(names.group(1));
                named.add(fileOf(field.getDeclaringClass()) + " " + field.getName());
            }
        }
        assertThat(named).hasSizeGreaterThan(10).containsExactlyInAnyOrderElementsOf(lookedUp());
    }

    @Test
    void namesTheVersionsFile() throws IOException {
        assertThat(Files.readString(METADATA)).contains("\"dev/gmp/version.txt\"");
        assertThat(Path.of("src/main/resources/dev/gmp/version.txt")).exists();
    }

    private static List<String> lookedUp() throws IOException {
        List<String> found = new ArrayList<>();
        try (Stream<Path> files = Files.walk(SOURCES)) {
            for (Path file :
                    files.filter(each -> each.toString().endsWith(".java")).toList()) {
                Matcher lookUps = LOOK_UP.matcher(Files.readString(file));
                while (lookUps.find()) {
                    found.add(SOURCES.relativize(file) + " " + lookUps.group(1));
                }
            }
        }
        return found;
    }

    private static String fileOf(Class<?> type) {
        return type.getName().replaceAll("\\$.*", "").replace('.', '/') + ".java";
    }
}
