package dev.gmp.spring.it.web;

import dev.gmp.Goroutines;
import dev.gmp.spring.task.GmpTaskExecutor;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.context.request.async.DeferredResult;

/** Requests that tell what they run on, and requests that wait until they may answer. */
@RestController
class Requests {

    /** Counts requests to {@code /held} that have arrived. */
    final AtomicInteger arrived = new AtomicInteger();

    final CountDownLatch mayAnswer = new CountDownLatch(1);

    /** Opens when the goroutine that {@code /followed} has made runs. */
    final CountDownLatch runs = new CountDownLatch(1);

    /** Until then it runs, on a processor all the time. */
    final CountDownLatch mayEnd = new CountDownLatch(1);

    /** What it does last. */
    volatile Runnable atItsEnd = () -> {};

    final CountDownLatch overlappingMayEnd = new CountDownLatch(1);

    private final AtomicInteger open = new AtomicInteger();
    private final AtomicInteger mostOpen = new AtomicInteger();
    private final ObjectProvider<GmpTaskExecutor> executor;

    Requests(ObjectProvider<GmpTaskExecutor> executor) {
        this.executor = executor;
    }

    @GetMapping("/thread")
    String thread() {
        return whatThisRunsOn();
    }

    @GetMapping("/callable")
    Callable<String> callable() {
        return Requests::whatThisRunsOn;
    }

    @GetMapping("/deferred")
    DeferredResult<String> deferred() {
        String before = whatThisRunsOn();
        DeferredResult<String> result = new DeferredResult<>();
        executor.getObject().execute(() -> result.setResult(before));
        return result;
    }

    @GetMapping("/held")
    String held() throws InterruptedException {
        arrived.incrementAndGet();
        mayAnswer.await();
        return whatThisRunsOn();
    }

    /** Makes a goroutine that runs when this one leaves its processor. */
    @GetMapping("/followed")
    String followed() {
        executor.getObject().execute(() -> {
            runs.countDown();
            while (mayEnd.getCount() > 0) {
                Thread.onSpinWait();
            }
            atItsEnd.run();
        });
        return id();
    }

    @GetMapping("/id")
    String id() {
        return String.valueOf(Thread.currentThread().getId());
    }

    /** Half a millisecond of a CPU, at least. */
    @GetMapping("/computing")
    String computing() {
        long until = System.nanoTime() + 500_000;
        while (System.nanoTime() - until < 0) {
            Thread.onSpinWait();
        }
        return "computed";
    }

    /** Takes until it may end, so that requests overlap where they can. */
    @GetMapping("/overlapping")
    String overlapping() throws InterruptedException {
        mostOpen.accumulateAndGet(open.incrementAndGet(), Math::max);
        try {
            overlappingMayEnd.await();
        } finally {
            open.decrementAndGet();
        }
        return "done";
    }

    /** How many requests to {@code /overlapping} are being served. */
    int open() {
        return open.get();
    }

    /** How many of them were served at once. */
    int mostOpen() {
        return mostOpen.get();
    }

    /** {@code virtual goroutine}, {@code direct goroutine}, or the thread's name. */
    static String whatThisRunsOn() {
        if (Goroutines.isGoroutine()) {
            return Goroutines.current().kind().name().toLowerCase(Locale.ROOT) + " goroutine";
        }
        Thread thread = Thread.currentThread();
        return "thread " + thread.getName();
    }
}
