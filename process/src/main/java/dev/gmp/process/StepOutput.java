package dev.gmp.process;

import org.jspecify.annotations.Nullable;

/**
 * The output of a step: commands to carry out, and the process's next state. The default state is {@link #blocked} for
 * a step that yields, and {@link #idle} for another. If the step throws, its output is dropped.
 *
 * <p>Only the step's thread may use it, until the step returns. After that, and after {@link #done}, each method throws
 * {@link IllegalStateException}.
 *
 * @since 0.1
 */
public interface StepOutput {

    /**
     * Yields a command, which is carried out when the step is over. A later step gets its {@link Event.YieldComplete},
     * also if the command has no handler.
     *
     * @return the tag of that event; unique among the yields under way
     */
    long yield(Command<?> command);

    /**
     * As {@link #yield(Command)}, with a tag that the process chooses.
     *
     * @throws IllegalArgumentException if a yield with that tag is under way
     */
    void yield(long tag, Command<?> command);

    /** Makes the process wait for any event. */
    void idle();

    /**
     * Makes the process wait for the completion of a yield or a cancellation; messages wait until then. If none of the
     * process's yields is under way, the process fails.
     */
    void blocked();

    /** Ends the process with a result. Commands of this step are carried out, and their results are dropped. */
    void done(@Nullable Object value);
}
