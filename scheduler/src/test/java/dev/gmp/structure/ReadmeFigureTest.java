package dev.gmp.structure;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The figures of speed in README.md are those of the last measurement, as {@code docs/benchmarks/web.md} has them. */
class ReadmeFigureTest {

    @Test
    void theFiguresAreThoseOfTheLastMeasurement() throws IOException {
        List<String> measured = rowAfter("docs/benchmarks/web.md", "| fast beside 8 that compute: p99 |", 0);
        List<String> told = rowAfter("README.md", "| Boot, platform threads |", 2);

        assertThat(told).containsExactly(measured.get(2) + " ms", measured.get(3) + " ms", measured.get(5) + " ms");
    }

    /** The cells of the row that stands so many lines behind the first that begins so. */
    private static List<String> rowAfter(String page, String begin, int lines) throws IOException {
        String row = Files.readAllLines(Repository.root().resolve(page)).stream()
                .dropWhile(line -> !line.startsWith(begin))
                .skip(lines)
                .findFirst()
                .orElseThrow(() -> new AssertionError(page + " has no row that begins with " + begin));
        return Stream.of(row.substring(1).split("\\|")).map(String::strip).toList();
    }
}
