package dev.gmp.sample;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/** Writes real folders and archives for tests. */
public final class Texts {

    private Texts() {}

    /** Writes each text under its path below the folder. */
    public static Path folder(Path folder, Map<String, String> texts) {
        texts.forEach((name, text) -> write(folder.resolve(name), bytes(text)));
        return folder;
    }

    public static Path zip(Path file, Map<String, String> texts) {
        try (OutputStream out = Files.newOutputStream(file);
                ZipOutputStream zip = new ZipOutputStream(out)) {
            for (Map.Entry<String, String> text : texts.entrySet()) {
                zip.putNextEntry(new ZipEntry(text.getKey()));
                zip.write(bytes(text.getValue()));
                zip.closeEntry();
            }
            return file;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public static Path write(Path file, byte[] content) {
        try {
            Files.createDirectories(file.toAbsolutePath().getParent());
            return Files.write(file, content);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
