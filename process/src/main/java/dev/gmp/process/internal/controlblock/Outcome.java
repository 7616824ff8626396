package dev.gmp.process.internal.controlblock;

import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** How a process has ended: with a result, or by an error. */
public record Outcome(
        Ending ending, @Nullable Object result, @Nullable Throwable error) {

    private static final Outcome NOTHING = new Outcome(Ending.COMPLETED, null, null);

    /** For want of memory to say which failure it was. Processes share it. */
    private static final Outcome UNKNOWN_FAILURE = new Outcome(Ending.FAILED, null, withoutTrace());

    /** After this many vain collections, the lack of memory is not momentary. */
    private static final int MOST_TRIES = 100;

    public static Outcome done(@Nullable Object result) {
        return result == null ? NOTHING : new Outcome(Ending.COMPLETED, result, null);
    }

    /** Throws nothing: without memory an {@link OutOfMemoryError} stands for the error. */
    public static Outcome failed(Throwable error) {
        try {
            return new Outcome(Ending.FAILED, null, error);
        } catch (OutOfMemoryError full) {
            return UNKNOWN_FAILURE;
        }
    }

    public static Outcome cancelled(String reason) {
        return new Outcome(Ending.CANCELLED, null, new CancellationException(reason));
    }

    /** Adds the exception of closing. Throws nothing. */
    public Outcome andThen(@Nullable Throwable thrown) {
        if (thrown == null || thrown == error) {
            return this;
        }
        if (error == null) {
            return failed(thrown);
        }
        if (this != UNKNOWN_FAILURE) {
            try {
                error.addSuppressed(thrown);
            } catch (OutOfMemoryError full) {
                // the first error counts
            }
        }
        return this;
    }

    void tell(CompletableFuture<@Nullable Object> future) {
        if (error == null) {
            future.complete(result);
        } else {
            future.completeExceptionally(error);
        }
    }

    /**
     * As above, for the thread that ended the process. A future takes memory for an error, and no other thread would
     * complete it later. So this waits for memory, which others hold for a moment most of the time.
     */
    void tellPatiently(CompletableFuture<@Nullable Object> future) {
        for (int i = 0; i < MOST_TRIES; i++) {
            try {
                tell(future);
                return;
            } catch (OutOfMemoryError full) {
                Thread.onSpinWait();
            }
        }
    }

    private static OutOfMemoryError withoutTrace() {
        OutOfMemoryError error =
                new OutOfMemoryError("a process failed, and too little memory was left for the reason");
        error.setStackTrace(new StackTraceElement[0]);
        return error;
    }
}
