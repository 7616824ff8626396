package dev.gmp.sample.index;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gmp.sample.corpus.Corpus;
import dev.gmp.sample.source.Roots;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.util.unit.DataSize;

class PartIndexTests {

    private static final int PARTS = 4;

    @Test
    void eachFileIsInThePartThatItsPathSays(@TempDir Path folder) throws Exception {
        for (int file = 0; file < 40; file++) {
            Files.writeString(folder.resolve(file + ".txt"), "text " + file);
        }
        Files.write(folder.resolve("binary"), new byte[100]);
        IndexProperties properties = new IndexProperties(
                folder.toString(), false, Duration.ofDays(1), DataSize.ofKilobytes(1), null, 1000, 10, Set.of(), null);
        PartIndex index = new PartIndex(properties, Roots.EVERYTHING);

        List<Corpus> parts = new ArrayList<>();
        for (int part = 0; part < PARTS; part++) {
            parts.add(index.read(part, PARTS));
        }

        assertThat(parts).extracting(part -> part.summary().files()).doesNotContain(0);
        assertThat(parts.stream().mapToInt(part -> part.summary().files()).sum())
                .isEqualTo(40);
        for (int file = 0; file < 40; file++) {
            String path = file + ".txt";
            assertThat(parts.get(PartIndex.partOf(path, PARTS)).find(path)).isPresent();
        }
    }
}
