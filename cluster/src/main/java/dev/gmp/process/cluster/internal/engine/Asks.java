package dev.gmp.process.cluster.internal.engine;

import dev.gmp.Goroutines;
import dev.gmp.process.Pid;
import dev.gmp.process.RemotePid;
import dev.gmp.process.SendResult;
import dev.gmp.process.cluster.UndeliveredException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The questions that wait for an answer. Each has a number, to which the answer is sent as to a process. Futures complete on
 * goroutines, since what the application has chained to them may block.
 */
final class Asks {

    /** No process has such a number. */
    private static final long FIRST = 1L << 62;

    /** Of so many questions, one is timed. */
    private static final int SAMPLING_PERIOD = 64;

    private static final long NOT_TIMED = 0;

    private final Router router;
    private final List<Consumer<Duration>> listeners = new CopyOnWriteArrayList<>();
    private final AtomicLong next = new AtomicLong(FIRST);
    private final Map<Long, Ask> waiting = new ConcurrentHashMap<>();

    Asks(Router router) {
        this.router = router;
    }

    private record Ask(Pid to, Class<?> answer, CompletableFuture<Object> future, long begun) {

        void complete(@Nullable Object result, @Nullable Throwable error) {
            if (error == null) {
                future.complete(result);
            } else {
                future.completeExceptionally(error);
            }
        }
    }

    void onRoundTrip(Consumer<Duration> listener) {
        listeners.add(listener);
    }

    static boolean isAsk(long number) {
        return number >= FIRST;
    }

    <R> CompletableFuture<R> ask(Pid to, Object message, Class<R> answer, Duration timeout) {
        if (timeout.isNegative() || timeout.isZero()) {
            throw new IllegalArgumentException("A timeout must be more than zero, but was " + timeout);
        }
        Goroutines.ensureStack();
        long nanos = TimeUnit.NANOSECONDS.convert(timeout); // at most 292 years
        CompletableFuture<R> future = new CompletableFuture<>();
        @SuppressWarnings("unchecked") // completed with instances of the class only
        CompletableFuture<Object> untyped = (CompletableFuture<Object>) (CompletableFuture<?>) future;
        long number = next.getAndIncrement();
        boolean isTimed = number % SAMPLING_PERIOD == 0 && !listeners.isEmpty();
        Ask ask = new Ask(to, answer, untyped, isTimed ? System.nanoTime() | 1 : NOT_TIMED);
        try {
            waiting.put(number, ask); // before its timer, which may run at once
            Future<?> timer = router.timers().after(nanos, () -> expire(number, ask, timeout));
            if (timer == null) {
                waiting.remove(number);
                return CompletableFuture.failedFuture(
                        new RejectedExecutionException("The scheduler has been shut down"));
            }
            future.whenComplete((result, error) -> {
                waiting.remove(number);
                timer.cancel(false);
            });
            SendResult result = router.send(to, new RemotePid(router.self(), number), message);
            if (result != SendResult.DELIVERED) {
                future.completeExceptionally(new UndeliveredException(to, result));
            }
        } catch (RuntimeException | Error thrown) {
            waiting.remove(number);
            future.cancel(false);
            throw thrown;
        }
        return future;
    }

    SendResult answer(long number, Object message) {
        Goroutines.ensureStack(); // without its entry no other answer completes it, and no timer
        Ask ask = waiting.remove(number);
        if (ask == null) {
            router.counters.lateAnswers.increment();
            return SendResult.ENDED;
        }
        Throwable error = null;
        if (message instanceof Throwable thrown) {
            error = thrown;
        } else if (!ask.answer().isInstance(message)) {
            error = new ClassCastException(
                    "The answer of %s is of %s and not of %s".formatted(ask.to(), message.getClass(), ask.answer()));
        }
        complete(ask, message, error, ask.begun() == NOT_TIMED ? NOT_TIMED : System.nanoTime() - ask.begun());
        return SendResult.DELIVERED;
    }

    void fail(long number, Throwable error) {
        Goroutines.ensureStack();
        Ask ask = waiting.remove(number);
        if (ask != null) {
            complete(ask, null, error, NOT_TIMED);
        }
    }

    /** Also one whose answer has come, and could not complete it. */
    private void expire(long number, Ask ask, Duration timeout) {
        waiting.remove(number);
        ask.complete(null, new TimeoutException("No answer from %s within %s".formatted(ask.to(), timeout)));
    }

    private void complete(Ask ask, @Nullable Object result, @Nullable Throwable error, long took) {
        router.timers().run(() -> {
            if (took != NOT_TIMED) {
                listeners.forEach(listener -> tell(listener, took));
            }
            ask.complete(result, error);
        });
    }

    private static void tell(Consumer<Duration> listener, long took) {
        try {
            listener.accept(Duration.ofNanos(took));
        } catch (Throwable thrown) {
            Warnings.log("A listener for round trips threw", thrown);
        }
    }
}
