package dev.gmp.internal.leak;

import java.util.List;

/** Tells by its stack that a park has a limit of time. Pure function. Of {@code Object.wait} the cause of the wait tells it. */
final class TimedWait {

    private static final String PARK = "java.util.concurrent.locks.LockSupport";
    private static final String TIMED_PARKING = "dev.gmp.internal.timed.TimedParking";

    private TimedWait() {}

    /** @param stack the innermost frame first */
    static boolean isIn(List<StackTraceElement> stack) {
        for (StackTraceElement frame : stack) {
            String type = frame.getClassName();
            if (type.equals(TIMED_PARKING)
                    || (type.equals(PARK) && !frame.getMethodName().equals("park"))) { // parkNanos, parkUntil
                return true;
            }
            if (!type.startsWith("java.") && !type.startsWith("jdk.") && !type.startsWith("dev.gmp.internal.")) {
                return false; // the caller of what waits
            }
        }
        return false;
    }
}
