package dev.gmp.process.faults;

/** For programs whose heap is small and without buffers of the threads: nothing at all fits any more, until it is emptied. */
final class FullHeap {

    /** As small as an object can be. */
    private static final class Crumb {

        final Object next;

        Crumb(Object next) {
            this.next = next;
        }
    }

    private static volatile Object ballast;

    private FullHeap() {}

    /** What is smallest comes last. */
    static void fill() {
        Object last = null;
        for (int size = 1 << 18; size >= 8; size /= 8) {
            try {
                while (true) {
                    last = new Object[] {last, new byte[size]};
                    ballast = last;
                }
            } catch (OutOfMemoryError full) {
                // on to smaller ones
            }
        }
        for (int i = 0; i < 3; i++) { // others leave garbage meanwhile
            try {
                while (true) {
                    last = new Crumb(last);
                    ballast = last;
                }
            } catch (OutOfMemoryError full) {
                // to the last byte
            }
        }
    }

    static void empty() {
        ballast = null;
    }
}
