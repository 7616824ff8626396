package dev.gmp.process;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What a step wants next: commands to be carried out, and how the process goes on. A step that yields and says no more is
 * {@link #blocked}; one that says nothing is {@link #idle}. When the step throws, nothing of it is carried out.
 *
 * <p>For the thread of the step, until the step returns; every method throws {@link IllegalStateException} afterwards, and
 * after {@link #done}.
 */
public final class StepOutput {

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

    StepOutput(ControlBlock block) {
        this.block = block;
    }

    /** A command with the tag of its completion. */
    record Yielded(long tag, Command<?> command) {}

    /**
     * Has a command carried out when the step is over. A later step gets its {@link Event.YieldComplete}, also when there is no
     * handler for it.
     *
     * @return the tag of that event; no other yield has it whose completion this process has not got yet
     */
    public long yield(Command<?> command) {
        Objects.requireNonNull(command, "command");
        requireOpen();
        long tag = block.extras().yields().open();
        add(new Yielded(tag, command));
        return tag;
    }

    /**
     * The same with a tag of the process's own.
     *
     * @throws IllegalArgumentException if a yield with that tag is under way: the process has not got its completion yet
     */
    public void yield(long tag, Command<?> command) {
        Objects.requireNonNull(command, "command");
        requireOpen();
        if (!block.extras().yields().tryOpen(tag)) {
            throw new IllegalArgumentException("a yield with the tag %d is under way in %s".formatted(tag, block));
        }
        add(new Yielded(tag, command));
    }

    /** The next step comes with any event. */
    public void idle() {
        requireOpen();
        next = Next.IDLE;
    }

    /**
     * The next step comes with the completion of a yield, or a cancellation; messages wait until then. One of the process's yields
     * must be under way, else the process fails.
     */
    public void blocked() {
        requireOpen();
        next = Next.BLOCKED;
    }

    /** The process has ended. Commands of this step are carried out, and nobody hears how. */
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
            throw new IllegalStateException(block + " has said that it is done");
        }
    }
}
