package dev.gmp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gmp.testkit.Schedulers;
import dev.gmp.testkit.Together;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Shutdowns beside submitters, many lifetimes long. */
@Timeout(120)
class ShutdownRaceTest {

    private static final int LIFETIMES = 200;

    /** QUIET-1: a machine that goes idle between the change of phase and the closing of the lanes ends nothing. */
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
