package dev.gmp.simulation;

/** What is run and checked. */
public interface Subject {

    /** The first thread's life. */
    void live();

    /** No thread can go on before time passes. @return what is wrong, or null */
    String atRest(long now, long next);

    /** One thread has been stopped for another. @return what is wrong, or null */
    String atSwitch();

    /** All threads have ended. @return what is wrong, or null */
    String atTheEnd();
}
