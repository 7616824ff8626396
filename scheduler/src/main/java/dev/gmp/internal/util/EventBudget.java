package dev.gmp.internal.util;

/**
 * Limits events to one in {@value #PERIOD_MICROS} microseconds on average, with a burst after a quiet time. For one
 * thread.
 */
public final class EventBudget {

    /** One event in 100 microseconds is 10,000 in a second, as listeners are promised. */
    static final int PERIOD_MICROS = 100;

    /** Events at once after a quiet time. */
    static final int MOST = 64;

    private int left = MOST;
    private int refilledMicros;

    /**
     * Whether one more may be told.
     *
     * @param nowMicros a clock that may wrap
     */
    public boolean tryTake(int nowMicros) {
        int periods = (nowMicros - refilledMicros) / PERIOD_MICROS;
        if (periods < 0 || periods >= MOST) {
            left = MOST;
            refilledMicros = nowMicros;
        } else if (periods > 0) {
            left = Math.min(MOST, left + periods);
            refilledMicros += periods * PERIOD_MICROS;
        }
        if (left == 0) {
            return false;
        }
        left--;
        return true;
    }
}
