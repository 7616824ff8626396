package dev.gmp.process;

import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** How a process has ended: with a result, or by an error. */
record Outcome(@Nullable Object result, @Nullable Throwable error) {

    private static final Outcome NOTHING = new Outcome(null, null);

    static Outcome done(@Nullable Object result) {
        return result == null ? NOTHING : new Outcome(result, null);
    }

    static Outcome failed(Throwable error) {
        return new Outcome(null, error);
    }

    static Outcome cancelled(String reason) {
        return new Outcome(null, new CancellationException(reason));
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

    Ending ending() {
        if (error == null) {
            return Ending.COMPLETED;
        }
        return error instanceof CancellationException ? Ending.CANCELLED : Ending.FAILED;
    }

    void tell(CompletableFuture<@Nullable Object> future) {
        if (error == null) {
            future.complete(result);
        } else {
            future.completeExceptionally(error);
        }
    }
}
