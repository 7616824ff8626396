package dev.gmp.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gmp.GmpScheduler;
import dev.gmp.observe.SchedulerListener;
import dev.gmp.testkit.Interrupts;
import dev.gmp.testkit.Schedulers;
import dev.gmp.testkit.Together;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Shutdowns beside submitters, many lifetimes long. */
class ShutdownRaceTest {

    private static final int LIFETIMES = 200;

    /** It is told between two goroutines, when the last one may be over: none would run what it brings. */
    @Test
    void whatAListenerBringsAfterTheEndIsRefused() throws Exception {
        GmpScheduler scheduler = Schedulers.direct(1).build();
        CountDownLatch telling = new CountDownLatch(1);
        CountDownLatch shutDown = new CountDownLatch(1);
        AtomicInteger ran = new AtomicInteger();
        FutureTask<Void> listening = new FutureTask<>(() -> {
            telling.countDown();
            shutDown.await();
            scheduler.resume(ran::incrementAndGet);
            return null;
        });
        scheduler.addListener(new SchedulerListener() {
            @Override
            public void sliceLength(Duration length) {
                listening.run();
            }
        });
        scheduler.execute(() -> {});
        telling.await();
        scheduler.shutdown();
        shutDown.countDown();

        assertThatThrownBy(listening::get).hasCauseInstanceOf(RejectedExecutionException.class);
        Schedulers.awaitTermination(scheduler);
        assertThat(ran).hasValue(0);
    }

    /** QUIET-1: a machine that goes idle between the change of phase and the closing of the lanes ends nothing. */
    @Tag("long")
    @Test
    void terminationIsNotAnnouncedBeforeAnAcceptedTaskHasRun() throws Exception {
        for (int lifetime = 0; lifetime < LIFETIMES; lifetime++) {
            GmpScheduler scheduler = Schedulers.direct(2).build();
            AtomicInteger accepted = new AtomicInteger();
            AtomicInteger ran = new AtomicInteger();
            FutureTask<Void> submitter = Together.start(() -> {
                try {
                    while (true) {
                        scheduler.execute(ran::incrementAndGet);
                        accepted.incrementAndGet();
                    }
                } catch (RejectedExecutionException shutDown) {
                    // as it should be, in the end
                }
            });
            while (accepted.get() < 5) {
                Interrupts.check();
                Thread.onSpinWait();
            }

            scheduler.shutdown();
            Schedulers.awaitTermination(scheduler);
            int ranWhenTerminated = ran.get();
            Together.join(submitter);

            assertThat(ranWhenTerminated).isEqualTo(accepted.get());
        }
    }
}
