package dev.gmp.spring.web;

import org.jspecify.annotations.Nullable;

/** When a web server is given to the scheduler, and what the log says then. */
final class Takeover {

    /** Boot sets the servers' thread pools at 0, and those of {@code spring.threads.virtual.enabled} at 1. */
    static final int ORDER = 2;

    private Takeover() {}

    /**
     * Which wins, and why.
     *
     * @param other what requests would run on, if it is not the pool that the server has of itself
     */
    static String message(String server, RequestExecutor executor, @Nullable Object other) {
        String message = server + " serves requests on " + executor + " (gmp.web.enabled=true)";
        return other == null
                ? message
                : message + ", not on " + other.getClass().getSimpleName()
                        + (isBoots(other) ? ", which spring.threads.virtual.enabled=true had set" : "");
    }

    private static boolean isBoots(Object other) {
        return switch (other.getClass().getName()) {
            case "org.apache.tomcat.util.threads.VirtualThreadExecutor",
                    "org.eclipse.jetty.util.thread.VirtualThreadPool" -> true;
            default -> false;
        };
    }
}
