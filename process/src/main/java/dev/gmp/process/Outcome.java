package dev.gmp.process;

import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** How a process has ended: with a result, or by an error. */
record Outcome(
        Ending ending, @Nullable Object result, @Nullable Throwable error) {

    private static final Outcome NOTHING = new Outcome(Ending.COMPLETED, null, null);

    static Outcome done(@Nullable Object result) {
        return result == null ? NOTHING : new Outcome(Ending.COMPLETED, result, null);
    }

    static Outcome failed(Throwable error) {
        return new Outcome(Ending.FAILED, null, error);
    }

    static Outcome cancelled(String reason) {
        return new Outcome(Ending.CANCELLED, null, new CancellationException(reason));
    }

    /** The same, but for what closing threw. */
    Outcome andThen(@Nullable Throwable thrown) {
        if (thrown == null || thrown == error) {
            return this;
        }
        if (error == null) {
            return failed(thrown);
        }
        error.addSuppressed(thrown);
        return this;
    }

    void tell(CompletableFuture<@Nullable Object> future) {
        if (error == null) {
            future.complete(result);
        } else {
            future.completeExceptionally(error);
        }
    }
}
