package dev.gmp.process;

import org.jspecify.annotations.Nullable;

/**
 * What a step wants next: commands to be carried out, and how the process goes on. A step that yields and says no more is
 * {@link #blocked}; one that says nothing is {@link #idle}. When the step throws, nothing of it is carried out.
 *
 * <p>For the thread of the step, until the step returns; every method throws {@link IllegalStateException} afterwards, and
 * after {@link #done}.
 *
 * @since 0.1
 */
public interface StepOutput {

    /**
     * Has a command carried out when the step is over. A later step gets its {@link Event.YieldComplete}, also when there is no
     * handler for it.
     *
     * @return the tag of that event; no other yield has it whose completion this process has not got yet
     */
    long yield(Command<?> command);

    /**
     * The same with a tag of the process's own.
     *
     * @throws IllegalArgumentException if a yield with that tag is under way: the process has not got its completion yet
     */
    void yield(long tag, Command<?> command);

    /** The next step comes with any event. */
    void idle();

    /**
     * The next step comes with the completion of a yield, or a cancellation; messages wait until then. One of the process's yields
     * must be under way, else the process fails.
     */
    void blocked();

    /** The process has ended. Commands of this step are carried out, and their results are dropped. */
    void done(@Nullable Object value);
}
