package dev.gmp.spring.lifecycle;

import dev.gmp.observe.Listing;
import java.util.List;

/** Virtual threads, for people. */
final class NamedThreads {

    private NamedThreads() {}

    /** Of each its name, or its number without one, and the innermost line of code that is the application's. */
    static List<String> describe(List<Thread> threads) {
        return Listing.of(threads, NamedThreads::describe);
    }

    private static String describe(Thread thread) {
        String name = thread.getName().isEmpty() ? "virtual thread #" + thread.getId() : thread.getName();
        return BusyMachines.place(List.of(thread.getStackTrace()))
                .map(place -> name + " " + place)
                .orElse(name);
    }
}
