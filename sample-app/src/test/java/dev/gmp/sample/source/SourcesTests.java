package dev.gmp.sample.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.gmp.sample.Texts;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SourcesTests {

    private static final Map<String, String> TEXTS = Map.of("a.txt", "first", "deep/er/b.txt", "second");

    @TempDir
    Path folder;

    @Test
    void readsAFolder() throws IOException {
        assertReads(Texts.folder(folder, TEXTS));
    }

    @Test
    void readsAZip() throws IOException {
        assertReads(Texts.zip(folder.resolve("t.zip"), TEXTS));
    }

    @Test
    void leavesOutExcludedFoldersAndWhatLinksPointTo() throws IOException {
        Texts.folder(folder, Map.of("keep/a", "", "target/b", "", "keep/target/c", "", "keep/not-target/d", ""));
        Path outside = Texts.folder(Files.createTempDirectory(folder.getParent(), "outside"), Map.of("e", ""));
        Files.createSymbolicLink(folder.resolve("link"), outside);
        Files.createSymbolicLink(folder.resolve("link-to-file"), outside.resolve("e"));

        try (Source source = Sources.open(folder.toString(), Set.of("target"), Roots.EVERYTHING)) {
            assertThat(source.files(100)).containsExactlyInAnyOrder("keep/a", "keep/not-target/d");
        }
    }

    @Test
    void aFolderThatIsClosedEndsItsListEarly() throws IOException {
        Source source = Sources.open(Texts.folder(folder, TEXTS).toString(), Set.of(), Roots.EVERYTHING);
        source.close();
        assertThat(source.files(100)).hasSizeLessThan(TEXTS.size());
    }

    @Test
    void aFolderNamedAsOneToExcludeIsReadWhenItIsAskedForByName() throws IOException {
        Path target = Texts.folder(folder.resolve("target"), Map.of("a", ""));
        try (Source source = Sources.open(target.toString(), Set.of("target"), Roots.EVERYTHING)) {
            assertThat(source.files(100)).containsExactly("a");
        }
    }

    @Test
    void aLinkIsFollowedWhenItIsAskedForByName() throws IOException {
        Path real = Texts.folder(folder.resolve("target"), TEXTS);
        Texts.folder(real, Map.of("deep/target/c.txt", "excluded"));
        Files.createSymbolicLink(real.resolve("link"), real.resolve("deep"));
        Path link = Files.createSymbolicLink(folder.resolve("current"), real);

        assertReads(link, Set.of("target"));
    }

    @Test
    void theListEndsWithAsManyFilesAsAreWanted() throws IOException {
        Texts.folder(folder.resolve("f"), Map.of("a", "", "b", "", "c/d", "", "c/e", ""));
        for (Path location : List.of(folder.resolve("f"), Texts.zip(folder.resolve("t.zip"), TEXTS))) {
            try (Source source = Sources.open(location.toString(), Set.of(), Roots.EVERYTHING)) {
                assertThat(source.files(1)).hasSize(1);
            }
        }
    }

    /** It is read after it was listed, and a link may have been put in its place. */
    @Test
    void aFileThatHasBecomeALinkIsNotRead() throws IOException {
        Path outside = Texts.write(folder.resolve("outside"), new byte[] {1});
        try (Source source = Sources.open(
                Texts.folder(folder.resolve("in"), Map.of("a", "")).toString(), Set.of(), Roots.EVERYTHING)) {
            assertThat(source.files(10)).containsExactly("a");
            Files.delete(folder.resolve("in/a"));
            Files.createSymbolicLink(folder.resolve("in/a"), outside);
            assertThatExceptionOfType(IOException.class).isThrownBy(() -> source.open("a"));
        }
    }

    @Test
    void saysWhyAPathCannotBeIndexed() throws IOException {
        assertRefused(folder.resolve("absent"), "There is no file or folder " + folder.resolve("absent"));
        Path text = Texts.write(folder.resolve("plain.zip"), "not a zip".getBytes(StandardCharsets.UTF_8));
        assertRefused(text, "neither a folder nor a readable zip or jar");
        assertRefused(Texts.write(folder.resolve("empty.zip"), new byte[0]), "empty");
        Path whole = Texts.zip(folder.resolve("whole.zip"), TEXTS);
        byte[] bytes = Files.readAllBytes(whole);
        assertRefused(
                Texts.write(folder.resolve("cut.zip"), java.util.Arrays.copyOf(bytes, bytes.length - 30)),
                "neither a folder nor a readable zip");
        assertThatExceptionOfType(InvalidSourceException.class)
                .isThrownBy(() -> Sources.open("a\0b", Set.of(), Roots.EVERYTHING))
                .withMessageContaining("The path is invalid");
        if (Files.exists(Path.of("/dev/null"))) {
            assertRefused(Path.of("/dev/null"), "neither a folder nor a regular file");
        }
    }

    @Test
    void findsTheProjectFromAnyFolderInIt() throws IOException {
        Texts.folder(folder, Map.of("pom.xml", "<project/>", "sample-app/pom.xml", "", "scheduler/src/x", ""));
        assertThat(Sources.project(folder.resolve("scheduler/src"))).contains(folder);
        assertThat(Sources.project(folder)).contains(folder);
        assertThat(Sources.project(folder.getParent())).isEmpty();
    }

    @Test
    void prefersTheClassLibraryOfTheRunningJvm() {
        Path library = Path.of(System.getProperty("java.home"), "lib", "src.zip");
        if (Files.isRegularFile(library)) {
            assertThat(Sources.preferred()).contains(library);
        } else {
            assertThat(Sources.preferred()).isEqualTo(Sources.project(Path.of("")));
        }
    }

    private static void assertReads(Path location) throws IOException {
        assertReads(location, Set.of());
    }

    private static void assertReads(Path location, Set<String> excludedFolders) throws IOException {
        try (Source source = Sources.open(location.toString(), excludedFolders, Roots.EVERYTHING)) {
            assertThat(source.location()).isEqualTo(location);
            assertThat(source.files(100)).containsExactlyInAnyOrderElementsOf(TEXTS.keySet());
            for (Map.Entry<String, String> text : TEXTS.entrySet()) {
                try (InputStream content = source.open(text.getKey())) {
                    assertThat(content).hasBinaryContent(text.getValue().getBytes(StandardCharsets.UTF_8));
                }
            }
        }
    }

    private static void assertRefused(Path path, String reason) {
        assertThatExceptionOfType(InvalidSourceException.class)
                .isThrownBy(() -> Sources.open(path.toString(), Set.of(), Roots.EVERYTHING))
                .withMessageContaining(reason);
    }
}
