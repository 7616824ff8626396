package dev.gmp.process;

import org.jspecify.annotations.Nullable;

/**
 * Carries out commands. Called by many threads at once.
 *
 * @param <C> the class of the commands
 * @param <R> their result
 * @since 0.1
 */
@FunctionalInterface
public interface CommandHandler<C extends Command<R>, R> {

    /**
     * @return the result
     * @throws Exception what the process is to be told instead
     */
    @Nullable
    R handle(C command) throws Exception;
}
