package dev.gmp.spring.page;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;
import org.springframework.util.MimeType;
import org.springframework.util.MimeTypeUtils;

/** A file that the page consists of. */
record PageFile(String fileName) {
    static final String HTML = MimeTypeUtils.TEXT_HTML_VALUE;
    static final String CSS = "text/css";
    static final String SVG = "image/svg+xml";
    static final String SCRIPT = "text/javascript";

    /** By the ending of the name. */
    static final Map<String, String> TYPES = Map.of("html", HTML, "css", CSS, "svg", SVG, "js", SCRIPT);

    static final PageFile INDEX = new PageFile("index.html");

    /** Nothing else that a browser asks for becomes the name of a resource. */
    private static final Pattern REFERRED_TO = Pattern.compile("[a-z]+\\.(css|svg|js)");

    /** One that the page refers to. */
    static Optional<PageFile> named(String fileName) {
        return REFERRED_TO.matcher(fileName).matches() && PageFile.class.getResource(fileName) != null
                ? Optional.of(new PageFile(fileName))
                : Optional.empty();
    }

    /** With the encoding: browsers would guess another. */
    MimeType type() {
        String type = TYPES.get(fileName.substring(fileName.lastIndexOf('.') + 1));
        return new MimeType(MimeType.valueOf(Objects.requireNonNull(type)), StandardCharsets.UTF_8);
    }

    /** @throws UncheckedIOException if the jar lacks the file */
    String text() {
        try (InputStream in = PageFile.class.getResourceAsStream(fileName)) {
            if (in == null) {
                throw new IOException("No resource " + fileName + " beside " + PageFile.class.getName());
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
