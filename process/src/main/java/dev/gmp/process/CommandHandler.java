package dev.gmp.process;

import org.jspecify.annotations.Nullable;

/**
 * Carries out commands. Many threads call it at once.
 *
 * @param <C> the class of the commands
 * @param <R> the class of their results
 * @since 0.1
 */
@FunctionalInterface
public interface CommandHandler<C extends Command<R>, R> {

    /**
     * Carries out a command.
     *
     * @return the result
     * @throws Exception the error that the process gets instead of a result
     */
    @Nullable
    R handle(C command) throws Exception;
}
