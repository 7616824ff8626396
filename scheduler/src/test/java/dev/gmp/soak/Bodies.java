package dev.gmp.soak;

import dev.gmp.Goroutines;
import dev.gmp.internal.jdk.CarrierThreads;
import dev.gmp.testkit.Together;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.invoke.MethodHandles;
import java.time.Duration;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;

/** What the soak's tasks do that concerns no other, and the monitors that they share. */
final class Bodies {

    private static final int MONITORS = 8;
    private static final byte[] PINNING = bytesOfPinningClass();

    private final Object[] monitors = new Object[MONITORS];

    /** Each guarded by the monitor of its number. */
    private final long[] counts = new long[MONITORS];

    Bodies() {
        for (int i = 0; i < MONITORS; i++) {
            monitors[i] = new Object();
        }
    }

    static void compute(SplittableRandom random) {
        Together.jitter(random.nextInt() | 1);
    }

    static void yieldOften(SplittableRandom random) {
        for (int i = random.nextInt(1, 5); i > 0; i--) {
            Goroutines.yield();
        }
    }

    static void sleep(SplittableRandom random) throws InterruptedException {
        Goroutines.sleep(Duration.ofNanos(random.nextLong(2_000_000)));
    }

    static void sleepOnTheJdk(SplittableRandom random) throws InterruptedException {
        Thread.sleep(0, random.nextInt(999_999));
    }

    static void block(SplittableRandom random) throws Exception {
        Goroutines.blocking(() -> {
            Thread.sleep(0, random.nextInt(999_999));
            return null;
        });
    }

    static void blockUnmarked(SplittableRandom random) throws InterruptedException {
        Thread.sleep(random.nextInt(1, 4));
    }

    static void pin() throws IllegalAccessException {
        MethodHandles.lookup().defineHiddenClass(PINNING, true);
    }

    static void hog(SplittableRandom random, boolean polite) {
        boolean row = random.nextBoolean();
        long until = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(random.nextInt(12, 25));
        while (System.nanoTime() - until < 0) {
            if (polite && row) {
                Goroutines.nextTask();
                if (random.nextInt(64) == 0) {
                    Goroutines.yieldBetweenTasks();
                }
            } else if (polite) {
                Goroutines.checkpoint();
            } else {
                Thread.onSpinWait();
            }
        }
    }

    static void lockMachine(SplittableRandom random) throws InterruptedException {
        Goroutines.lockMachine();
        Thread machine = CarrierThreads.current();
        Goroutines.yield();
        sleep(random);
        if (machine != CarrierThreads.current()) {
            throw new AssertionError("moved while it was locked");
        }
        if (random.nextInt(4) != 0) {
            Goroutines.unlockMachine();
        }
    }

    void countInMonitor(SplittableRandom random) throws InterruptedException {
        int number = random.nextInt(MONITORS);
        synchronized (monitors[number]) {
            long before = counts[number];
            if (random.nextInt(16) == 0) {
                monitors[number].wait(1);
                before = counts[number];
            } else if (random.nextInt(8) == 0) {
                Goroutines.yield(); // with the monitor
            }
            counts[number] = before + 1;
            if (random.nextInt(4) == 0) {
                monitors[number].notifyAll();
            }
        }
    }

    /** How often tasks have counted in a monitor. */
    long counted() {
        long sum = 0;
        for (int i = 0; i < MONITORS; i++) {
            synchronized (monitors[i]) {
                sum += counts[i];
            }
        }
        return sum;
    }

    private static byte[] bytesOfPinningClass() {
        try (InputStream in = Bodies.class.getResourceAsStream("PinningClass.class")) {
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
