package dev.gmp.spring.page;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** The files that the jar has for the page. */
final class PageFiles {

    private static final Path FOLDER = Path.of("src/main/resources/dev/gmp/spring/page");

    private PageFiles() {}

    static Stream<PageFile> all() {
        try (Stream<Path> files = Files.list(FOLDER)) {
            return files.map(file -> new PageFile(file.getFileName().toString())).toList().stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
