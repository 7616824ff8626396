package dev.gmp.simulation;

/** A load whose accesses are counted while it runs. */
public interface MeasuredLoad extends Subject {

    /** The tasks among which the accesses are shared out. */
    int tasks();

    /** From the submission of the first of them to the end of the last. */
    Accesses accesses();

    /** What a machine reads from the end of its last task until it parks; negative where the load does not tell. */
    long readsOfSearch();

    @Override
    default String atRest(long now, long next) {
        return null;
    }

    @Override
    default String atSwitch() {
        return null;
    }

    @Override
    default String atTheEnd() {
        return null;
    }
}
