package dev.gmp.spring.it.agents;

import java.util.concurrent.atomic.AtomicInteger;
import org.springframework.scheduling.annotation.Scheduled;

/** Repeats, and calls the test the first few times. */
class TracedJobs {

    private static final int CALLS = 20;

    private final Caller caller;
    private final AtomicInteger runs = new AtomicInteger();

    TracedJobs(Caller caller) {
        this.caller = caller;
    }

    @Scheduled(fixedDelay = 10)
    void tick() {
        int run = runs.getAndIncrement();
        if (run < CALLS) {
            caller.call("scheduled", Integer.toString(run));
        }
    }
}
