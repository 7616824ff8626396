package dev.gmp.process;

import java.util.concurrent.CompletionStage;

/**
 * Starts to carry out commands. Called by many threads at once, right after the step that yielded the command and on its
 * thread, so it must not block.
 *
 * @param <C> the class of the commands
 * @param <R> their result
 * @since 0.1
 */
@FunctionalInterface
public interface AsyncCommandHandler<C extends Command<R>, R> {

    /**
     * @return completes with the result, or with the error that the process is to be told
     * @throws Exception the same error, at once
     */
    CompletionStage<? extends R> handle(C command) throws Exception;
}
