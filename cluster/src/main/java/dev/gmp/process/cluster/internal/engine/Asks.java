package dev.gmp.process.cluster.internal.engine;

import dev.gmp.process.Pid;
import dev.gmp.process.SendResult;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** The questions that wait for an answer. Each has a number, to which the answer is sent as to a process. */
final class Asks {

    /** No process has such a number. */
    static final long FIRST = 1L << 62;

    private final Counters counters;
    private final RoundTrips roundTrips = new RoundTrips();
    private final AtomicLong next = new AtomicLong(FIRST);
    private final Map<Long, Ask> waiting = new ConcurrentHashMap<>();

    Asks(Counters counters) {
        this.counters = counters;
    }

    private record Ask(Pid to, Class<?> answer, CompletableFuture<Object> future, long begun) {}

    RoundTrips roundTrips() {
        return roundTrips;
    }

    static boolean isAsk(long number) {
        return number >= FIRST;
    }

    /** The number of a new question. */
    <R> long open(Pid to, Class<R> answer, CompletableFuture<R> future, Duration timeout, Timers timers) {
        long number = next.getAndIncrement();
        @SuppressWarnings("unchecked") // completed with instances of the class only
        CompletableFuture<Object> untyped = (CompletableFuture<Object>) (CompletableFuture<?>) future;
        waiting.put(number, new Ask(to, answer, untyped, roundTrips.begin(number)));
        Future<?> timer = timers.after(
                timeout.toNanos(),
                () -> fail(number, new TimeoutException("No answer from %s within %s".formatted(to, timeout))));
        if (timer == null) {
            future.completeExceptionally(new RejectedExecutionException("The scheduler has been shut down"));
        }
        future.whenComplete((result, error) -> {
            waiting.remove(number);
            if (timer != null) {
                timer.cancel(false);
            }
        });
        return number;
    }

    SendResult answer(long number, Object message) {
        Ask ask = waiting.remove(number);
        if (ask == null) {
            counters.lateAnswers.increment();
            return SendResult.ENDED;
        }
        roundTrips.end(ask.begun());
        if (message instanceof Throwable error) {
            ask.future().completeExceptionally(error);
        } else if (ask.answer().isInstance(message)) {
            ask.future().complete(message);
        } else {
            ask.future()
                    .completeExceptionally(new ClassCastException("The answer of %s is of %s and not of %s"
                            .formatted(ask.to(), message.getClass(), ask.answer())));
        }
        return SendResult.DELIVERED;
    }

    void fail(long number, @Nullable Throwable error) {
        Ask ask = waiting.remove(number);
        if (ask != null) {
            ask.future().completeExceptionally(error);
        }
    }

    int size() {
        return waiting.size();
    }
}
