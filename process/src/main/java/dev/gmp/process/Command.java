package dev.gmp.process;

/**
 * A request of a process, made by yielding it: a value, most often a record. The handler registered for its class
 * carries it out.
 *
 * @param <R> the class of {@link Event.YieldComplete#data} for it
 * @since 0.1
 */
public interface Command<R> {}
