package dev.gmp.process.internal.step;

import dev.gmp.process.Command;
import dev.gmp.process.StepOutput;
import dev.gmp.process.internal.controlblock.ControlBlock;
import dev.gmp.process.internal.controlblock.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The output of a step: the commands that it yielded, and its process's next state. Rejects all calls after the step.
 */
final class CollectedOutput implements StepOutput {

    private enum Next {
        UNSAID,
        IDLE,
        BLOCKED,
        DONE
    }

    private final ControlBlock block;
    private boolean open = true;
    private Next next = Next.UNSAID;
    private @Nullable Outcome outcome;
    private List<Yielded> yielded = List.of();

    CollectedOutput(ControlBlock block) {
        this.block = block;
    }

    /** A command with the tag of its completion. */
    record Yielded(long tag, Command<?> command) {}

    @Override
    public long yield(Command<?> command) {
        Objects.requireNonNull(command, "command");
        requireOpen();
        long tag = block.extras().yields().open();
        add(new Yielded(tag, command));
        return tag;
    }

    @Override
    public void yield(long tag, Command<?> command) {
        Objects.requireNonNull(command, "command");
        requireOpen();
        if (!block.extras().yields().tryOpen(tag)) {
            throw new IllegalArgumentException("a yield with the tag %d is under way in %s".formatted(tag, block));
        }
        add(new Yielded(tag, command));
    }

    @Override
    public void idle() {
        requireOpen();
        next = Next.IDLE;
    }

    @Override
    public void blocked() {
        requireOpen();
        next = Next.BLOCKED;
    }

    @Override
    public void done(@Nullable Object value) {
        requireOpen();
        outcome = Outcome.done(value);
        next = Next.DONE;
    }

    void end() {
        open = false;
    }

    boolean isBlocked() {
        return next == Next.BLOCKED || (next == Next.UNSAID && !yielded.isEmpty());
    }

    /** Null unless it is done. Made within the step: a result is not lost for want of memory afterwards. */
    @Nullable
    Outcome outcome() {
        return outcome;
    }

    List<Yielded> yielded() {
        return yielded;
    }

    private void add(Yielded command) {
        if (yielded.isEmpty()) {
            yielded = new ArrayList<>(2);
        }
        yielded.add(command);
    }

    private void requireOpen() {
        if (!open) {
            throw new IllegalStateException("the step of " + block + " is over");
        }
        if (next == Next.DONE) {
            throw new IllegalStateException(block + " has called done() already");
        }
    }
}
