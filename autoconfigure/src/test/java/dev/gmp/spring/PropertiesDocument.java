package dev.gmp.spring;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** {@code docs/reference/properties.md}, as far as tests read it. */
public final class PropertiesDocument {

    private PropertiesDocument() {}

    /** The rows of the table with this head, each as its cells without code marks. */
    public static List<List<String>> table(String... head) throws IOException {
        List<String> lines = Files.readAllLines(Path.of("..", "docs", "reference", "properties.md"));
        int start = lines.indexOf("| " + String.join(" | ", head) + " |");
        if (start < 0) {
            throw new AssertionError("no table with the head " + List.of(head));
        }
        return lines.stream()
                .skip(start + 2L)
                .takeWhile(line -> line.startsWith("|"))
                .map(PropertiesDocument::cells)
                .toList();
    }

    private static List<String> cells(String row) {
        String[] cells = row.split("\\|", -1);
        return Stream.of(cells)
                .skip(1)
                .limit(cells.length - 2L)
                .map(cell -> cell.replace("`", "").strip())
                .toList();
    }
}
