package dev.gmp;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** The library's version, which the build writes into a file beside this class. */
final class Version {

    static final String TEXT = read();

    private Version() {}

    private static String read() {
        try (InputStream file = Version.class.getResourceAsStream("version.txt")) {
            return file == null ? "unknown" : new String(file.readAllBytes(), StandardCharsets.UTF_8).strip();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
