package dev.gmp.process;

/**
 * What a process asks to be done for it, by yielding it: a value, most often a record, which the handler that is
 * registered for its class carries out.
 *
 * @param <R> what {@link Event.YieldComplete#data} is then
 * @since 0.1
 */
public interface Command<R> {}
