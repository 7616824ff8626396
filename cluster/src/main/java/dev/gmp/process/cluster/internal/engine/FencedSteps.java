package dev.gmp.process.cluster.internal.engine;

import dev.gmp.process.Command;
import dev.gmp.process.Pid;
import dev.gmp.process.Processes;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * The keyed processes that must not run a step until this node is known to be a member still.
 *
 * <p>A step may find the fence closed while a late tick keeps it open, and then no opening is told. So the router looks
 * again and again.
 */
final class FencedSteps {

    private final Router router;
    private final Queue<Waiting> waiting = new ConcurrentLinkedQueue<>();

    FencedSteps(Router router) {
        this.router = router;
    }

    /** What a {@link KeyedShell} yields at the fence. */
    record Await() implements Command<Void> {}

    private record Waiting(Pid pid, long tag) {}

    void await(Await command, Pid pid, long tag) {
        waiting.add(new Waiting(pid, tag));
        look();
    }

    void look() {
        Fabric fabric = router.fabric();
        if (fabric == null) {
            waiting.clear(); // a node that is cut off ends these processes
        } else if (!fabric.isFenced()) {
            goOn();
        }
    }

    /** Lets all go on; each looks whether the fence is open. */
    void goOn() {
        Processes processes = router.processes();
        for (int left = waiting.size(); left > 0; left--) { // not those that come again meanwhile
            Waiting next = waiting.poll();
            if (next != null) {
                processes.completeYield(next.pid(), next.tag(), null);
            }
        }
    }

    boolean isEmpty() {
        return waiting.isEmpty();
    }
}
