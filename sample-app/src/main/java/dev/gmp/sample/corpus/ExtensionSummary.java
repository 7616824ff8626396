package dev.gmp.sample.corpus;

/**
 * The files of one kind.
 *
 * @param extension without the dot, in lower case; empty for files without one
 */
public record ExtensionSummary(String extension, int files, long lines, long bytes) {

    static ExtensionSummary of(Document document) {
        return new ExtensionSummary(document.extension(), 1, document.lines(), document.bytes());
    }

    ExtensionSummary plus(ExtensionSummary other) {
        return new ExtensionSummary(extension, files + other.files, lines + other.lines, bytes + other.bytes);
    }
}
