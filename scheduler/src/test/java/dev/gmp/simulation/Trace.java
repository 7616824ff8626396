package dev.gmp.simulation;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** The last places at which a thread was stopped for another; nothing unless that is wanted, for it is slow. */
final class Trace {

    private static final int KEPT_LINES = 400;

    private final boolean wanted;
    private final List<String> lines = new ArrayList<>();
    private String stoppedAt = "";

    Trace(boolean wanted) {
        this.wanted = wanted;
    }

    /** By the thread that is about to stop; maybe it goes on at once. */
    void stops(long now, Strand strand) {
        if (wanted) {
            stoppedAt = "%12d ns  %-24s %s".formatted(now, strand.thread.getName(), place());
        }
    }

    void ends(long now, Strand strand) {
        if (wanted) {
            stoppedAt = "%12d ns  %-24s ends".formatted(now, strand.thread.getName());
        }
    }

    /** Another goes on than the one that has stopped. */
    void changes() {
        if (wanted) {
            if (lines.size() >= 2 * KEPT_LINES) {
                lines.subList(0, KEPT_LINES).clear();
            }
            lines.add(stoppedAt);
        }
    }

    List<String> lines() {
        return lines;
    }

    /** Where the calling thread stands in the code that is simulated. */
    private static String place() {
        return StackWalker.getInstance()
                .walk(frames -> frames.filter(frame -> isSimulated(frame.getClassName()))
                        .limit(3)
                        .map(frame -> frame.getFileName() + ":" + frame.getLineNumber())
                        .collect(Collectors.joining(" < ")));
    }

    private static boolean isSimulated(String className) {
        return className.startsWith("dev.gmp.") && !className.matches("dev[.]gmp[.]simulation[.][A-Z].*");
    }
}
