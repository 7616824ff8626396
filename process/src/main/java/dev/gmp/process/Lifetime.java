package dev.gmp.process;

import dev.gmp.GmpScheduler;
import org.jspecify.annotations.Nullable;

/** How processes come to the scheduler, and how they end. */
final class Lifetime {

    private final GmpScheduler scheduler;
    private final Directory directory;
    private final Names names;
    private final ProcessListener listener;

    Lifetime(GmpScheduler scheduler, Directory directory, Names names, ProcessListener listener) {
        this.scheduler = scheduler;
        this.directory = directory;
        this.names = names;
        this.listener = listener;
    }

    /**
     * For a process that has been made READY by the caller. If the scheduler refuses, because it has been shut down, the process
     * ends here and now: else its messages would wait for ever and nobody would know.
     */
    void schedule(ControlBlock block) {
        try {
            scheduler.resume(block);
        } catch (Throwable refused) {
            end(block, Outcome.failed(refused));
        }
    }

    /** The same for one that has had a turn. */
    void scheduleAgain(ControlBlock block) {
        try {
            scheduler.resumeLast(block);
        } catch (Throwable refused) {
            end(block, Outcome.failed(refused));
        }
    }

    /**
     * Ends a process, by its owner. What is left in its mailbox is counted. Throws nothing, and needs no memory before others are
     * told: nobody comes by to finish it.
     */
    void end(ControlBlock block, Outcome outcome) {
        int undelivered = block.close();
        Outcome last = outcome.andThen(close(block));
        block.setBody(null);
        block.complete();
        if (undelivered > 0) {
            block.type().undelivered().addAndGet(undelivered);
        }
        leave(block, last);
        Throwable error = last.error();
        if (error != null && last.ending() == Ending.FAILED) {
            tellListener(block, error);
        }
    }

    /** Whatever one part throws, the others come about. */
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
