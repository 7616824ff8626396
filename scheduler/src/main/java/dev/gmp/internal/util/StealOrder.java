package dev.gmp.internal.util;

/**
 * Random walks that visit each of n processors once (Go: randomOrder): a start and a stride coprime to n.
 *
 */
public final class StealOrder {

    private final int size;
    private final int[] coprimes;

    public StealOrder(int size) {
        this.size = size;
        int[] found = new int[size];
        int count = 0;
        for (int stride = 1; stride <= size; stride++) {
            if (greatestCommonDivisor(stride, size) == 1) {
                found[count++] = stride;
            }
        }
        coprimes = java.util.Arrays.copyOf(found, count);
    }

    public int size() {
        return size;
    }

    /** The first position of the walk that a random number selects. */
    public int start(int random) {
        return Integer.remainderUnsigned(random, size);
    }

    /** The stride of the walk that a random number selects. */
    public int stride(int random) {
        return coprimes[Integer.remainderUnsigned(random / size, coprimes.length)];
    }

    /** The position after {@code position}. */
    public int next(int position, int stride) {
        int next = position + stride;
        return next >= size ? next - size : next;
    }

    private static int greatestCommonDivisor(int a, int b) {
        return b == 0 ? a : greatestCommonDivisor(b, a % b);
    }
}
