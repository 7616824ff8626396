package dev.gmp.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gmp.GmpScheduler;
import dev.gmp.testkit.Latches;
import dev.gmp.testkit.Schedulers;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Work that comes in parts: a part that is resumed has begun, whatever the queue and the shutdown say to new tasks. */
class ResumeTest {

    private final CountDownLatch begun = new CountDownLatch(1);
    private final CountDownLatch mayEnd = new CountDownLatch(1);
    private final CountDownLatch resumed = new CountDownLatch(1);

    private void occupy(GmpScheduler scheduler) throws InterruptedException {
        scheduler.execute(() -> {
            begun.countDown();
            awaitUninterruptibly(mayEnd);
        });
        begun.await();
    }

    private static void awaitUninterruptibly(CountDownLatch latch) {
        while (latch.getCount() > 0) {
            Thread.interrupted();
            Latches.await(latch);
        }
    }

    private static void resume(GmpScheduler scheduler, boolean last, Runnable part) {
        if (last) {
            scheduler.resumeLast(part);
        } else {
            scheduler.resume(part);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void findsRoomInAFullQueue(boolean last) throws Exception {
        GmpScheduler scheduler =
                Schedulers.direct(1).queueCapacity(1).maxMachines(1).build();
        try (scheduler;
                AutoCloseable ending = mayEnd::countDown) {
            occupy(scheduler);
            scheduler.execute(() -> {});
            assertThatThrownBy(() -> scheduler.execute(() -> {})).isInstanceOf(RejectedExecutionException.class);

            resume(scheduler, last, resumed::countDown);

            mayEnd.countDown();
            resumed.await();
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void isNotTakenBackByAShutdown(boolean last) throws Exception {
        GmpScheduler scheduler = Schedulers.direct(1).maxMachines(1).build();
        occupy(scheduler);
        Runnable fresh = () -> {};
        scheduler.execute(fresh);
        resume(scheduler, last, resumed::countDown);

        assertThat(scheduler.shutdownNow()).containsExactly(fresh);
        mayEnd.countDown();
        resumed.await();
        assertThatThrownBy(() -> resume(scheduler, last, () -> {})).isInstanceOf(RejectedExecutionException.class);
        Schedulers.awaitTermination(scheduler);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void anOrderlyShutdownWaitsForAllParts(boolean last) throws Exception {
        GmpScheduler scheduler = Schedulers.direct(2).build();
        AtomicInteger parts = new AtomicInteger();
        Runnable part = new Runnable() {
            @Override
            public void run() {
                begun.countDown();
                awaitUninterruptibly(mayEnd);
                if (parts.incrementAndGet() < 1_000) {
                    resume(scheduler, last, this);
                }
            }
        };
        resume(scheduler, last, part);
        begun.await();
        scheduler.shutdown();
        mayEnd.countDown();
        Schedulers.awaitTermination(scheduler);

        assertThat(parts).hasValue(1_000);
    }

    @Test
    void afterShutdownNowPartsEndWhereTheyAre() throws Exception {
        GmpScheduler scheduler = Schedulers.direct(1).build();
        AtomicInteger refused = new AtomicInteger();
        scheduler.resume(() -> {
            begun.countDown();
            awaitUninterruptibly(mayEnd);
            for (boolean last : new boolean[] {false, true}) {
                try {
                    resume(scheduler, last, () -> {});
                } catch (RejectedExecutionException e) {
                    refused.incrementAndGet();
                }
            }
        });
        begun.await();
        scheduler.shutdownNow();
        mayEnd.countDown();
        Schedulers.awaitTermination(scheduler);

        assertThat(refused).hasValue(2);
    }
}
