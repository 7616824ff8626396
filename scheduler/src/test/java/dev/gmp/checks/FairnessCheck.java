package dev.gmp.checks;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Tasks that submit themselves again for ever all get on, and so does one that comes from outside, again and again: the
 * number of live tasks is bounded and each run is short, so none may wait for ever.
 */
final class FairnessCheck implements ExecutorCheck {

    private static final int LIVE = 40;
    private static final int RUNS_OF_EACH = 50;
    private static final int PROBES = 50;

    @Override
    public List<String> faultsOf(ExecutorService executor, Duration patience) throws Exception {
        AtomicBoolean stop = new AtomicBoolean();
        List<Endless> endless = new ArrayList<>();
        CountDownLatch enough = new CountDownLatch(LIVE);
        for (int i = 0; i < LIVE; i++) {
            endless.add(new Endless(executor, stop, enough));
        }
        endless.forEach(executor::execute);
        List<String> faults = new ArrayList<>();
        for (int probe = 0; probe < PROBES && faults.isEmpty(); probe++) {
            CountDownLatch ran = new CountDownLatch(1);
            executor.execute(ran::countDown);
            if (!ran.await(patience.toNanos(), TimeUnit.NANOSECONDS)) {
                faults.add("probe " + probe + " from outside starves");
            }
        }
        if (faults.isEmpty() && !enough.await(patience.toNanos(), TimeUnit.NANOSECONDS)) {
            List<Long> runs = endless.stream().map(each -> each.runs.get()).toList();
            faults.add("%d of %d tasks starve; runs of each: %s".formatted(enough.getCount(), LIVE, runs));
        }
        stop.set(true);
        executor.shutdown();
        return faults;
    }

    private record Endless(ExecutorService executor, AtomicBoolean stop, CountDownLatch enough, AtomicLong runs)
            implements Runnable {

        Endless(ExecutorService executor, AtomicBoolean stop, CountDownLatch enough) {
            this(executor, stop, enough, new AtomicLong());
        }

        @Override
        public void run() {
            if (runs.incrementAndGet() == RUNS_OF_EACH) {
                enough.countDown();
            }
            if (!stop.get()) {
                try {
                    executor.execute(this);
                } catch (RejectedExecutionException atTheEnd) {
                    stop.set(true);
                }
            }
        }
    }
}
