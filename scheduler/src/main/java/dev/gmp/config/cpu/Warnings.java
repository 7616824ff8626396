package dev.gmp.config.cpu;

import java.util.HashSet;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Tells of each problem once: of a file that stays bad, and is read every second, there is one line. For one thread at a
 * time.
 */
final class Warnings {

    /** Groups come and go with names of their own; this bounds what a process of many years collects. */
    private static final int MOST_PROBLEMS = 100;

    private final Set<String> told = new HashSet<>();
    private final Consumer<String> log;

    Warnings(Consumer<String> log) {
        this.log = log;
    }

    /**
     * The same kind of failure at the same file is the same problem, whatever the details.
     *
     * @param consequence reads after "so": {@code it limits nothing}
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
