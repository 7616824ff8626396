package dev.gmp.process.internal.controlblock;

import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * A future that waits for the end of a process, in front of those that came earlier. A process may live for long, and a caller may
 * give up: futures that are complete before the end are let go of when they may be half of all. Immutable.
 */
final class Waiter {

    private static final int FEW = 16;

    private final CompletableFuture<@Nullable Object> told;
    private final @Nullable Waiter next;

    /** How many there are from here on. */
    private final int size;

    /** The number of waiting results from which completed ones are removed. */
    private final int most;

    private Waiter(CompletableFuture<@Nullable Object> told, @Nullable Waiter next, int most) {
        this.told = told;
        this.next = next;
        this.size = sizeOf(next) + 1;
        this.most = most;
    }

    /** @param earlier null if none waits yet */
    static Waiter before(@Nullable Waiter earlier, CompletableFuture<@Nullable Object> told) {
        if (earlier == null || earlier.size < earlier.most) {
            return new Waiter(told, earlier, earlier == null ? FEW : earlier.most);
        }
        Waiter left = null;
        for (Waiter each = earlier; each != null; each = each.next) {
            left = each.told.isDone() ? left : new Waiter(each.told, left, FEW);
        }
        return new Waiter(told, left, Math.max(FEW, 2 * sizeOf(left)));
    }

    /** Tells all of them. Throws nothing. */
    static void tellAll(@Nullable Waiter first, Outcome known) {
        for (Waiter each = first; each != null; each = each.next) {
            known.tellPatiently(each.told);
        }
    }

    private static int sizeOf(@Nullable Waiter waiter) {
        return waiter == null ? 0 : waiter.size;
    }
}
