package dev.gmp.sample.search;

/**
 * Text that stops being readable when its search is to end. {@link java.util.regex.Matcher} cannot be interrupted and may
 * backtrack for ever, but it reads each character through {@link #charAt}; throwing there ends it.
 *
 * <p>Not safe for use by several threads.
 */
final class GuardedText implements CharSequence {

    /** Characters read between two looks at the clock: some microseconds' worth. A power of two. */
    private static final int READS_PER_CHECK = 1 << 11;

    private final String text;
    private final SearchGuard guard;
    private int reads;

    GuardedText(String text, SearchGuard guard) {
        this.text = text;
        this.guard = guard;
    }

    /** @throws SearchEndedException now and then, if the search is to end */
    @Override
    public char charAt(int index) {
        if ((++reads & (READS_PER_CHECK - 1)) == 0) {
            guard.check();
        }
        return text.charAt(index);
    }

    @Override
    public int length() {
        return text.length();
    }

    @Override
    public CharSequence subSequence(int start, int end) {
        return text.subSequence(start, end);
    }

    @Override
    public String toString() {
        return text;
    }
}
