package dev.gmp.process;

/**
 * Passes commands on to what carries them out. Whatever that is completes the yield later, by {@link
 * Processes#completeYield} or {@link Processes#failYield}. Called by many threads at once, right after the step that
 * yielded the command and on its thread, so it must not block.
 *
 * @param <C> the class of the commands
 * @since 0.1
 */
@FunctionalInterface
public interface CommandDispatcher<C extends Command<?>> {

    /**
     * @param pid the process that yielded it
     * @param tag of the yield
     * @throws Exception the error that the process is to be told, at once
     */
    void dispatch(C command, Pid pid, long tag) throws Exception;
}
