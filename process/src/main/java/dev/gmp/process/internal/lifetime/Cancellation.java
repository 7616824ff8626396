package dev.gmp.process.internal.lifetime;

import dev.gmp.Goroutines;
import dev.gmp.process.Event;
import dev.gmp.process.Pid;
import dev.gmp.process.internal.controlblock.ControlBlock;
import dev.gmp.process.internal.controlblock.Host;
import dev.gmp.process.internal.mailbox.Notice;
import java.util.Objects;

/** Asks a process to end, or ends it without asking. */
public record Cancellation(Host host, Lifetime lifetime) {

    /** @return false if it has ended already, or is none of this runtime's */
    public boolean cancel(Pid pid, String reason) {
        Goroutines.ensureStack();
        Objects.requireNonNull(reason, "reason");
        if (!(pid instanceof ControlBlock block) || block.host() != host || block.isComplete()) {
            return false;
        }
        Notice notice = Notice.of(new Event.Cancel(reason)); // first: a process that is marked must get it
        return !block.tryMarkCancelled() || lifetime.control(block, notice);
    }

    /** @return false if it has ended already, or is none of this runtime's */
    public boolean end(Pid pid, String reason) {
        Goroutines.ensureStack();
        Objects.requireNonNull(reason, "reason");
        return pid instanceof ControlBlock block && block.host() == host && lifetime.control(block, Notice.end(reason));
    }

    /** @return false if it is not idle, or is none of this runtime's */
    public boolean endIfIdle(Pid pid, String reason) {
        Goroutines.ensureStack();
        Objects.requireNonNull(reason, "reason");
        return pid instanceof ControlBlock block && block.host() == host && lifetime.endIfIdle(block, reason);
    }
}
