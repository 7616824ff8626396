package dev.gmp.sample.search;

/** How a search ended. */
public enum SearchOutcome {
    /** The whole corpus was searched. */
    COMPLETE,
    /** Its time was over; what was found until then is returned. */
    TIMED_OUT,
    /** The caller has gone, the executor had no room, or the application stops. */
    CANCELLED
}
