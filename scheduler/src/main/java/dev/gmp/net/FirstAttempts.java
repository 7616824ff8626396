package dev.gmp.net;

/**
 * Decides whether an operation is tried before its goroutine waits for the channel. Where requests and answers
 * alternate, a first attempt to read finds nothing, and costs one of the six system calls of a round trip. After
 * several such attempts in succession, first attempts are skipped, except one now and then. No data is missed: the
 * selector is level-triggered, so it also reports data that has come already.
 *
 * <p>Not thread-safe.
 */
final class FirstAttempts {

    /** After this many vain attempts in succession, first attempts are skipped. */
    static final int IN_VAIN = 8;

    /** After this many skipped attempts, one is made again. */
    static final int LEFT_OUT = 31;

    /** The number of attempts in succession that found nothing or were skipped. */
    private int vain;

    boolean isWorthwhile() {
        return vain < IN_VAIN || vain == IN_VAIN + LEFT_OUT;
    }

    void made(boolean foundSomething) {
        vain = foundSomething ? 0 : Math.min(vain + 1, IN_VAIN);
    }

    void wasLeftOut() {
        vain++;
    }
}
