package dev.gmp.process.internal.lifetime;

import dev.gmp.GmpScheduler;
import dev.gmp.process.Process;
import dev.gmp.process.Process.UnreadMessageHandler;
import dev.gmp.process.ProcessListener;
import dev.gmp.process.internal.controlblock.ControlBlock;
import dev.gmp.process.internal.controlblock.ControlBlock.Start;
import dev.gmp.process.internal.controlblock.Ending;
import dev.gmp.process.internal.controlblock.Outcome;
import dev.gmp.process.internal.mailbox.Notice;
import dev.gmp.process.internal.mailbox.StateWord;
import dev.gmp.process.internal.registry.Directory;
import dev.gmp.process.internal.registry.Names;
import org.jspecify.annotations.Nullable;

/** How processes come to the scheduler, and how they end. */
public record Lifetime(GmpScheduler scheduler, Directory directory, Names names, ProcessListener listener) {

    /**
     * For a process that has been made READY by the caller. If the scheduler refuses, because it has been shut down, the process
     * ends here and now: else its messages would wait for ever, unseen.
     */
    public void schedule(ControlBlock block) {
        try {
            scheduler.resume(block);
        } catch (Throwable refused) {
            end(block, Outcome.failed(refused));
        }
    }

    /** As above, for a process that has had a turn. */
    public void scheduleAgain(ControlBlock block) {
        try {
            scheduler.resumeLast(block);
        } catch (Throwable refused) {
            end(block, Outcome.failed(refused));
        }
    }

    /** Puts a control event into a mailbox, and wakes the process. @return false when the process has ended */
    public boolean control(ControlBlock block, Notice notice) {
        if (!block.offerControl(notice)) {
            return false;
        }
        if (block.wake(StateWord.CONTROL)) {
            schedule(block);
        }
        return true;
    }

    /** Lets an idle process end on a worker, unless an event comes before. */
    boolean endIfIdle(ControlBlock block, String reason) {
        Notice notice = Notice.endIfIdle(reason); // first: a process that is READY must be scheduled
        if (block.isAnyYieldUnderWay() || !block.tryReadyIdle()) {
            return false;
        }
        block.offerControl(notice);
        schedule(block);
        return true;
    }

    /**
     * Ends a process, by its owner. What is left in its mailbox is counted. Throws nothing, and needs no memory before others are
     * told: no other thread would finish it.
     *
     * @return how it has ended: it may have failed in the end
     */
    public Outcome end(ControlBlock block, Outcome outcome) {
        int unread = block.close();
        Outcome last = outcome;
        if (unread > 0 || block.body() instanceof Start) {
            last = last.andThen(handOver(block, unread));
        }
        last = last.andThen(close(block));
        block.setBody(null);
        block.complete();
        leave(block, last);
        Throwable error = last.error();
        if (error != null && last.ending() == Ending.FAILED) {
            tellListener(block, error);
        }
        return last;
    }

    /** All parts run, also if one throws. */
    private void leave(ControlBlock block, Outcome last) {
        try {
            names.forget(block);
        } finally {
            try {
                directory.remove(block, last.ending());
            } finally {
                block.tell(last);
            }
        }
    }

    /**
     * Gives the messages that no step got to the process if it takes care of them, and counts them otherwise. The input stands
     * for a process that was never made.
     */
    private static @Nullable Throwable handOver(ControlBlock block, int unread) {
        try {
            Object body = block.body() instanceof Start start ? start.input() : block.body();
            if (body instanceof UnreadMessageHandler handler) {
                handler.unread(block.takeMessages(unread));
            } else {
                block.type().undelivered().addAndGet(unread);
            }
            return null;
        } catch (Throwable thrown) {
            return thrown;
        } finally {
            block.dropUnread();
        }
    }

    private static @Nullable Throwable close(ControlBlock block) {
        if (block.body() instanceof Process process) {
            try {
                process.close();
            } catch (Throwable thrown) {
                return thrown;
            }
        }
        return null;
    }

    private void tellListener(ControlBlock block, Throwable error) {
        try {
            listener.failed(block, block.type().name(), error);
        } catch (Throwable fromListener) {
            // as it says: dropped
        }
    }
}
