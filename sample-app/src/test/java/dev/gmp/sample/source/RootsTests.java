package dev.gmp.sample.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.gmp.sample.Texts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RootsTests {

    @TempDir
    Path folder;

    private Path samples;
    private Path secrets;
    private Roots roots;

    @BeforeEach
    void write() throws IOException {
        samples = Texts.folder(folder.resolve("samples"), Map.of("a/b.txt", "x"));
        secrets = Texts.folder(folder.resolve("samples-not"), Map.of("key", "secret"));
        Texts.zip(samples.resolve("t.zip"), Map.of("a", "x"));
        Files.createSymbolicLink(samples.resolve("out"), secrets);
        Files.createSymbolicLink(folder.resolve("in"), samples);
        roots = Roots.of(List.of(samples, folder.resolve("not-there-yet")));
    }

    @Test
    void whatIsInARootIsRead() throws IOException {
        for (String path :
                new String[] {"samples", "samples/a", "samples/t.zip", "samples/../samples", "in", "in/t.zip"}) {
            try (Source source = open(path)) {
                assertThat(source.files(10)).as(path).isNotEmpty();
            }
        }
    }

    @Test
    void whatIsElsewhereIsNotReadByWhateverPathItIsNamed() {
        for (String path :
                new String[] {"", "samples-not", "samples-not/absent", "samples/../samples-not", "samples/out", "in/out"
                }) {
            assertRefused(path, "This service may index only what is in " + samples + " or ");
        }
    }

    @Test
    void anArchiveIsARootToo() throws IOException {
        roots = Roots.of(List.of(samples.resolve("t.zip")));
        open("samples/t.zip").close();
        assertRefused("samples", "may index only");
    }

    @Test
    void whatIsMissingInARootIsSaidToBe() {
        assertRefused("samples/absent", "There is no file or folder " + samples.resolve("absent"));
    }

    @Test
    void aRootMayBeALink() throws IOException {
        roots = Roots.of(List.of(folder.resolve("in")));
        open("samples/a").close();
        open("in/a").close();
        assertRefused("samples-not", "may index only");
    }

    /** What was looked at is what is read. */
    @Test
    void aLinkThatIsLaidElsewhereMeanwhileLeadsNowhere() throws IOException {
        try (Source source = open("in")) {
            Files.delete(folder.resolve("in"));
            Files.createSymbolicLink(folder.resolve("in"), secrets);
            assertThat(source.files(10)).contains("a/b.txt").doesNotContain("key");
        }
    }

    private Source open(String path) {
        return Sources.open(folder.resolve(path).toString(), Set.of(), roots);
    }

    private void assertRefused(String path, String reason) {
        assertThatExceptionOfType(InvalidSourceException.class)
                .as(path)
                .isThrownBy(() -> open(path))
                .withMessageContaining(reason);
    }
}
