package dev.gmp.spring.page;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.springframework.util.MimeType;
import org.springframework.util.MimeTypeUtils;

/** The files that the page consists of. Only these are served: no name given by a browser becomes a path. */
enum PageFile {
    INDEX("index.html", PageFile.HTML),
    STYLE("page.css", PageFile.CSS),
    CHARTS_STYLE("charts.css", PageFile.CSS),
    FLAME_STYLE("flame.css", PageFile.CSS),
    TIMELINE_STYLE("timeline.css", PageFile.CSS),
    ICON("icon.svg", PageFile.SVG),
    APP("app.js", PageFile.SCRIPT),
    ASK("ask.js", PageFile.SCRIPT),
    BARS("bars.js", PageFile.SCRIPT),
    CHARTS("charts.js", PageFile.SCRIPT),
    CHOOSER("chooser.js", PageFile.SCRIPT),
    CLUSTER("cluster.js", PageFile.SCRIPT),
    DOM("dom.js", PageFile.SCRIPT),
    EVENTS("events.js", PageFile.SCRIPT),
    FEED("feed.js", PageFile.SCRIPT),
    FLAME("flame.js", PageFile.SCRIPT),
    FORMAT("format.js", PageFile.SCRIPT),
    GOROUTINES("goroutines.js", PageFile.SCRIPT),
    GROUPS("groups.js", PageFile.SCRIPT),
    HISTORY("history.js", PageFile.SCRIPT),
    HOGS("hogs.js", PageFile.SCRIPT),
    KINDS("kinds.js", PageFile.SCRIPT),
    INCIDENTS("incidents.js", PageFile.SCRIPT),
    LANES("lanes.js", PageFile.SCRIPT),
    LATENCY("latency.js", PageFile.SCRIPT),
    LIMITS("limits.js", PageFile.SCRIPT),
    MACHINES("machines.js", PageFile.SCRIPT),
    PROCESSES("processes.js", PageFile.SCRIPT),
    RECORDER("recorder.js", PageFile.SCRIPT),
    SPAN("span.js", PageFile.SCRIPT),
    STACKS("stacks.js", PageFile.SCRIPT),
    SUSPECTS("suspects.js", PageFile.SCRIPT),
    TABS("tabs.js", PageFile.SCRIPT),
    THEME("theme.js", PageFile.SCRIPT),
    TIMELINE("timeline.js", PageFile.SCRIPT),
    TRACE("trace.js", PageFile.SCRIPT),
    VERDICT("verdict.js", PageFile.SCRIPT),
    ZIP("zip.js", PageFile.SCRIPT);

    static final String HTML = MimeTypeUtils.TEXT_HTML_VALUE;
    static final String CSS = "text/css";
    static final String SVG = "image/svg+xml";
    static final String SCRIPT = "text/javascript";

    private static final Map<String, PageFile> BY_NAME =
            Arrays.stream(values()).collect(Collectors.toUnmodifiableMap(PageFile::fileName, Function.identity()));

    private final String fileName;
    private final String type;

    PageFile(String fileName, String type) {
        this.fileName = fileName;
        this.type = type;
    }

    static Optional<PageFile> named(String fileName) {
        return Optional.ofNullable(BY_NAME.get(fileName));
    }

    String fileName() {
        return fileName;
    }

    /** With the encoding: browsers would guess another. */
    MimeType type() {
        return new MimeType(MimeType.valueOf(type), StandardCharsets.UTF_8);
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
