package dev.gmp.net;

/**
 * Whether an operation is tried before its goroutine waits for the channel, or after that only. Where requests and answers
 * alternate, nothing is there yet whenever a goroutine comes to read. The system call that finds that out is one of the six
 * that a round trip takes. So when first attempts have found nothing several times in succession, they are left out, but for one
 * now and then. Nothing is missed by that: the selector is level-triggered, so it reports what has come already, too.
 *
 * <p>Not thread-safe.
 */
final class FirstAttempts {

    /** So many in succession that found nothing say that the next one most likely finds nothing either. */
    static final int IN_VAIN = 8;

    /** One is made after so many that were left out, to see whether that is still so. */
    static final int LEFT_OUT = 31;

    /** Those in succession that found nothing or were left out. */
    private int vain;

    boolean isWorthwhile() {
        return vain < IN_VAIN || vain == IN_VAIN + LEFT_OUT;
    }

    void foundSomething() {
        vain = 0;
    }

    void foundNothing() {
        vain = Math.min(vain + 1, IN_VAIN);
    }

    void wasLeftOut() {
        vain++;
    }
}
