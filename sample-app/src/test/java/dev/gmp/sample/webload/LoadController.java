package dev.gmp.sample.webload;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.springframework.context.annotation.Profile;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Requests of each kind that a service has, and such as end when they are told to. Only with the profile of its name. */
@RestController
@Profile(LoadController.PROFILE)
@RequestMapping("/load")
class LoadController {

    static final String PROFILE = "web-load";

    private final AtomicInteger held = new AtomicInteger();
    private volatile CountDownLatch release = new CountDownLatch(1);

    @GetMapping("/fast")
    String fast() {
        return "fast";
    }

    /** Waits as for a database. */
    @GetMapping("/block")
    String block(@RequestParam long millis) throws InterruptedException {
        Thread.sleep(millis);
        return "blocked";
    }

    /** Computes a fixed amount. */
    @GetMapping("/cpu")
    String cpu(@RequestParam int steps) {
        return "computed " + compute(steps);
    }

    /** Waits where a virtual thread cannot leave its carrier. */
    @GetMapping("/pin")
    String pin() {
        PinnedWait.inInitializer();
        return "pinned";
    }

    /** Computes until a time, whenever it begins: nobody could tell it to end, where it keeps others from running. */
    @GetMapping("/hog")
    String hog(@RequestParam long until) {
        long computed = 0;
        while (System.currentTimeMillis() < until) {
            computed += compute(10_000);
        }
        return "hogged " + computed;
    }

    /** Waits until {@link #release}. */
    @GetMapping("/hold")
    String hold() throws InterruptedException {
        CountDownLatch until = release;
        held.incrementAndGet();
        until.await();
        held.decrementAndGet();
        return "held";
    }

    @GetMapping("/held")
    int held() {
        return held.get();
    }

    @GetMapping("/release")
    String release() {
        CountDownLatch released = release;
        release = new CountDownLatch(1);
        released.countDown();
        return "released";
    }

    /** Bytes of heap in use after a collection. */
    @GetMapping("/heap")
    long heap() {
        System.gc();
        Runtime runtime = Runtime.getRuntime();
        return runtime.totalMemory() - runtime.freeMemory();
    }

    private static long compute(int steps) {
        long value = steps + 1L;
        for (int i = 0; i < steps; i++) {
            value ^= value << 13;
            value ^= value >>> 7;
            value ^= value << 17;
        }
        return value;
    }
}
