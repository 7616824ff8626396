package dev.gmp.process.cluster.internal.engine;

import dev.gmp.process.Command;
import dev.gmp.process.Pid;
import dev.gmp.process.Processes;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** The keyed processes that must not run a step until this node is known to be a member still. */
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
        Fabric fabric = router.fabric();
        if (fabric != null && !fabric.isFenced()) {
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
}
