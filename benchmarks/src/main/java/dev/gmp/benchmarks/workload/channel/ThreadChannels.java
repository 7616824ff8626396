package dev.gmp.benchmarks.workload.channel;

import java.util.concurrent.ThreadFactory;
import org.jspecify.annotations.Nullable;

/** Of peers whose goroutines are threads. */
abstract class ThreadChannels implements Channels {
    private final ThreadFactory threads;

    ThreadChannels(ThreadFactory threads) {
        this.threads = threads;
    }

    @Override
    public final void start(Routine routine) {
        threads.newThread(() -> run(routine)).start();
    }

    private static void run(Routine routine) {
        try {
            Integer received = null;
            while (routine.next(received)) {
                received = step(routine.port, routine.sent);
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException("Nothing interrupts a routine", e);
        }
    }

    private static @Nullable Integer step(Port port, @Nullable Integer sent) throws InterruptedException {
        if (sent == null) {
            return (Integer) port.receive(null);
        }
        port.send(sent, null);
        return null;
    }
}
