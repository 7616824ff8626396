package dev.gmp.sample.corpus;

import java.util.Locale;

/**
 * One text file, held in memory. A {@link String} is the compact form here: the JVM stores text that fits Latin-1, which
 * source code nearly always does, in one byte a character.
 *
 * @param path where the file stands in its source, with {@code /} between the parts
 * @param lines how many lines it has; a last one without a line feed counts
 * @param bytes how long the file was
 */
public record Document(String path, String text, int lines, int bytes) implements Comparable<Document> {

    /** Objects, headers and references of one document, by a generous estimate. */
    private static final int OVERHEAD = 128;

    public static Document of(String path, String text, int bytes) {
        return new Document(path, text, countLines(text), bytes);
    }

    /** How much heap a document of this text takes, in bytes, by estimate. */
    public static long memoryOf(String path, String text) {
        return OVERHEAD + stringMemory(path) + stringMemory(text);
    }

    public long memory() {
        return memoryOf(path, text);
    }

    /** What follows the last dot of the file's name, in lower case, or an empty string. */
    public String extension() {
        String name = path.substring(path.lastIndexOf('/') + 1);
        int dot = name.lastIndexOf('.');
        return dot <= 0 ? "" : name.substring(dot + 1).toLowerCase(Locale.ROOT);
    }

    /** By path. */
    @Override
    public int compareTo(Document other) {
        return path.compareTo(other.path);
    }

    private static long stringMemory(String string) {
        return string.chars().anyMatch(character -> character > 0xFF) ? 2L * string.length() : string.length();
    }

    private static int countLines(String text) {
        int lines = text.isEmpty() || text.endsWith("\n") ? 0 : 1;
        for (int feed = text.indexOf('\n'); feed >= 0; feed = text.indexOf('\n', feed + 1)) {
            lines++;
        }
        return lines;
    }
}
