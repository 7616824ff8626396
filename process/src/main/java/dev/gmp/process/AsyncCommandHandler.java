package dev.gmp.process;

import java.util.concurrent.CompletionStage;

/**
 * Starts commands and completes them later by a stage. Many threads call it at once. A call runs on the thread of the
 * step that yielded the command, right after the step, so it must not block.
 *
 * @param <C> the class of the commands
 * @param <R> the class of their results
 * @since 0.1
 */
@FunctionalInterface
public interface AsyncCommandHandler<C extends Command<R>, R> {

    /**
     * Starts a command.
     *
     * @return a stage that completes with the result, or with the error that the process gets
     * @throws Exception the error that the process gets at once
     */
    CompletionStage<? extends R> handle(C command) throws Exception;
}
