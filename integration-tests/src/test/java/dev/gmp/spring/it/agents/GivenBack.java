package dev.gmp.spring.it.agents;

import dev.gmp.Bulkhead;
import dev.gmp.GmpScheduler;
import dev.gmp.config.GoroutineMode;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** Tasks that never begin come back as the objects that were handed in. */
@RestController
class GivenBack {

    /** @return what comes back as itself */
    @GetMapping("/given-back")
    String givenBack() throws InterruptedException {
        CountDownLatch busy = new CountDownLatch(2);
        CountDownLatch ended = new CountDownLatch(1);
        Runnable blocker = () -> {
            busy.countDown();
            try {
                ended.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        };
        Runnable direct = () -> {};
        Runnable virtual = () -> {};
        Runnable idle = () -> {};
        Runnable removed = () -> {};
        Runnable waiting = () -> {};
        try (GmpScheduler scheduler = GmpScheduler.builder()
                .name("given-back")
                .goroutines(GoroutineMode.DIRECT)
                .maxProcs(2)
                .maxMachines(2)
                .build()) {
            Bulkhead bulkhead = scheduler.bulkhead("one").maxGoroutines(1).build();
            bulkhead.execute(blocker);
            scheduler.execute(blocker);
            busy.await();
            scheduler.execute(direct);
            scheduler.virtual().execute(virtual);
            scheduler.executeIdle(idle);
            bulkhead.execute(removed);
            bulkhead.execute(waiting);
            boolean isRemoved = bulkhead.remove(removed);
            List<Runnable> unrun = scheduler.shutdownNow();
            ended.countDown();
            return "direct=%b virtual=%b idle=%b waiting=%b removed=%b"
                    .formatted(
                            unrun.contains(direct),
                            unrun.contains(virtual),
                            unrun.contains(idle),
                            unrun.contains(waiting),
                            isRemoved);
        }
    }
}
