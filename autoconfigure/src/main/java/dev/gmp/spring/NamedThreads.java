package dev.gmp.spring;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Virtual threads, for people: a few may be a million. */
final class NamedThreads {

    /** So many are described, since each one's stack is looked at. */
    private static final int MOST = 10;

    private NamedThreads() {}

    /** Ten at the most and then how many more there are: name, or number without one, and the application's innermost line. */
    static List<String> describe(List<Thread> threads) {
        List<String> lines = new ArrayList<>(
                threads.stream().limit(MOST).map(NamedThreads::describe).toList());
        if (threads.size() > MOST) {
            lines.add("%d more".formatted(threads.size() - MOST));
        }
        return lines;
    }

    private static String describe(Thread thread) {
        String name = thread.getName().isEmpty() ? "virtual thread #" + thread.getId() : thread.getName();
        return Stream.concat(Stream.of(name), BusyMachines.place(List.of(thread.getStackTrace())).stream())
                .collect(Collectors.joining(" "));
    }
}
