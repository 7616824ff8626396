package dev.gmp.process;

/**
 * Passes commands on to code that completes the yield later, by {@link Processes#completeYield} or {@link
 * Processes#failYield}. Many threads call it at once. A call runs on the thread of the step that yielded the command,
 * right after the step, so it must not block.
 *
 * @param <C> the class of the commands
 * @since 0.1
 */
@FunctionalInterface
public interface CommandDispatcher<C extends Command<?>> {

    /**
     * Passes a command on.
     *
     * @param command the command
     * @param pid the process that yielded it
     * @param tag the tag of the yield
     * @throws Exception the error that the process gets at once
     */
    void dispatch(C command, Pid pid, long tag) throws Exception;
}
