package dev.gmp.benchmarks.measure;

import dev.gmp.benchmarks.figures.HeapInUse;
import dev.gmp.benchmarks.peer.Actors;
import dev.gmp.benchmarks.peer.Actors.Behaviour;
import dev.gmp.benchmarks.peer.Actors.Mailbox;
import dev.gmp.benchmarks.peer.RunningPeer;
import dev.gmp.benchmarks.workload.Completion;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.ObjDoubleConsumer;

/** What an actor takes that has had a message and waits for the next. */
public final class ActorMemory {
    public static final String HEAP_BYTES = "heap-bytes-per-actor";

    private static final int IDLE = 200_000;
    private static final int IDLE_BEFORE = 50_000;
    private static final int WARM_UPS = 4;
    private static final Object GREETING = new Object();
    private static final Object END = new Object();

    private ActorMemory() {}

    static void idle(RunningPeer running, Duration window, ObjDoubleConsumer<String> figures)
            throws InterruptedException {
        for (int run = 0; run < WARM_UPS; run++) {
            bytesOfIdle(running.actors(), IDLE_BEFORE); // frames of code that is not compiled are larger
        }
        figures.accept(HEAP_BYTES, (double) bytesOfIdle(running.actors(), IDLE) / IDLE);
    }

    private static long bytesOfIdle(Actors actors, int number) throws InterruptedException {
        CountDownLatch greeted = new CountDownLatch(number);
        CountDownLatch ended = new CountDownLatch(number);
        Behaviour shared = message -> { // without state of its own, which is not what is to be weighed
            (message == GREETING ? greeted : ended).countDown();
            return message == GREETING;
        };
        long before = HeapInUse.bytes();
        Mailbox[] mailboxes = actors.startAll(number, i -> shared);
        for (Mailbox mailbox : mailboxes) {
            mailbox.send(GREETING);
        }
        Completion.await(greeted, () -> number - greeted.getCount(), number);
        TimeUnit.MILLISECONDS.sleep(100); // from counted down to idle
        long after = HeapInUse.bytes();
        for (Mailbox mailbox : mailboxes) {
            mailbox.send(END);
        }
        Completion.await(ended, () -> number - ended.getCount(), number);
        return after - before;
    }
}
