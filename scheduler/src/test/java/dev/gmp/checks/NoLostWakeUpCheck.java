package dev.gmp.checks;

import dev.gmp.testkit.Together;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * A few tasks at a time, and then nothing until all of them have run: the thread to run them is about to rest, resting, or
 * being woken. No later submission heals a wake-up that was lost.
 */
final class NoLostWakeUpCheck implements ExecutorCheck {

    private final int rounds;

    NoLostWakeUpCheck(int rounds) {
        this.rounds = rounds;
    }

    @Override
    public List<String> faultsOf(ExecutorService executor, Duration patience) throws Exception {
        List<String> faults = new ArrayList<>();
        SplittableRandom random = new SplittableRandom(rounds);
        for (int round = 0; round < rounds && faults.isEmpty(); round++) {
            int tasks = random.nextInt(1, 5);
            boolean inside = random.nextBoolean();
            CountDownLatch all = new CountDownLatch(tasks);
            if (inside) {
                executor.execute(() -> submit(executor, tasks, all));
            } else {
                submit(executor, tasks, all);
            }
            if (!all.await(patience.toNanos(), TimeUnit.NANOSECONDS)) {
                faults.add("round %d: %d of %d tasks wait though nothing else is to be done"
                        .formatted(round, all.getCount(), tasks));
            }
            for (int i = random.nextInt(4); i > 0; i--) {
                Together.jitter(random.nextInt());
            }
        }
        executor.shutdownNow();
        return faults;
    }

    private static void submit(ExecutorService executor, int tasks, CountDownLatch all) {
        for (int i = 0; i < tasks; i++) {
            executor.execute(all::countDown);
        }
    }
}
