package dev.gmp.config.cpu;

import java.util.HashSet;
import java.util.Set;
import java.util.function.Consumer;

/** Reports each problem once, because a bad file is read every second. For one thread at a time. */
final class Warnings {

    /** Bounds the memory for problems of a long-lived process, whose groups may come and go. */
    private static final int MOST_PROBLEMS = 100;

    private final Set<String> told = new HashSet<>();
    private final Consumer<String> log;

    Warnings(Consumer<String> log) {
        this.log = log;
    }

    /**
     * Reports an unusable file. The same kind of failure of the same file is the same problem, whatever the details.
     *
     * @param consequence reads after "so": {@code it sets no limit}
     */
    void unusable(String path, Exception failure, String consequence) {
        boolean malformed = failure instanceof MalformedFileException;
        String problem = path + (malformed ? " is malformed" : " cannot be read");
        String reason = malformed ? failure.getMessage() : failure.toString();
        once(problem, problem + ", so " + consequence + ": " + reason);
    }

    void once(String problem, String text) {
        if (told.size() < MOST_PROBLEMS && told.add(problem)) {
            log.accept(text);
        }
    }
}
