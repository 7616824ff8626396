package dev.gmp.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.gmp.GmpScheduler;
import dev.gmp.config.GoroutineMode;
import dev.gmp.testkit.Schedulers;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.locks.LockSupport;

/**
 * Virtual goroutines that are woken from stacks that are nearly used up. In a JVM of its own: some may never wake, because the
 * stack was used up inside the JDK, and the scheduler waits for those.
 */
public final class DeepWakers {

    private static final int SLEEPERS = 5_000;
    private static final int RETURNS = 300;

    private DeepWakers() {}

    public static void main(String[] args) throws Exception {
        int stride = Integer.parseInt(args[0]);
        try {
            for (StackEnd.Owner owner : ExhaustedStack.owners().toList()) {
                wake(owner, stride);
            }
            System.out.println("all woke");
        } catch (Throwable failure) {
            failure.printStackTrace(System.out);
        }
        System.exit(0); // the threads of a scheduler that hangs would go on
    }

    private static void wake(StackEnd.Owner owner, int stride) throws Exception {
        GmpScheduler scheduler =
                Schedulers.direct(2).goroutines(GoroutineMode.VIRTUAL).build();
        Thread[] sleepers = new Thread[SLEEPERS];
        AtomicIntegerArray woken = new AtomicIntegerArray(SLEEPERS);
        AtomicInteger asleep = new AtomicInteger();
        for (int i = 0; i < SLEEPERS; i++) {
            int number = i;
            scheduler.execute(() -> {
                sleepers[number] = Thread.currentThread();
                asleep.incrementAndGet();
                LockSupport.park();
                woken.set(number, 1);
            });
        }
        await().atMost(60, TimeUnit.SECONDS).until(() -> asleep.get() == SLEEPERS);
        Schedulers.awaitIdle(scheduler);
        boolean[] returned = new boolean[SLEEPERS];
        int[] next = {0};
        owner.run(scheduler, () -> {
            StackEnd.callFromManyLevels(
                    () -> {
                        int sleeper = next[0]++;
                        LockSupport.unpark(sleepers[sleeper]);
                        returned[sleeper] = true;
                        return null;
                    },
                    RETURNS,
                    stride);
            return null;
        });
        await().pollInterval(Duration.ofMillis(1)).atMost(60, TimeUnit.SECONDS).untilAsserted(() -> {
            for (int i = 0; i < next[0]; i++) {
                assertThat(woken.get(i) == 1 || !returned[i])
                        .as("sleeper %d of %d from %s; %s", i, next[0], owner, scheduler.snapshot())
                        .isTrue();
            }
        });
        Aftermath.runsTasksOnce(scheduler);
    }
}
