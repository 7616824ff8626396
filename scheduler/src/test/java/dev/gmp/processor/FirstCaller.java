package dev.gmp.processor;

import dev.gmp.GmpScheduler;
import java.util.function.Consumer;

/** Starts three goroutines, one of which waits in a processor's own ring. To be loaded by a loader of its own. */
public final class FirstCaller implements Consumer<GmpScheduler> {

    @Override
    public void accept(GmpScheduler scheduler) {
        scheduler.execute(() -> {
            scheduler.execute(() -> {});
            scheduler.execute(() -> {});
        });
    }
}
