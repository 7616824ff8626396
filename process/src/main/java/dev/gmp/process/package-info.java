/**
 * Processes: state machines with a mailbox each, on the scheduler of {@link dev.gmp.GmpScheduler}.
 *
 * <p>An application registers {@link dev.gmp.process.ProcessType types} and handlers of {@link dev.gmp.process.Command
 * commands} with {@link dev.gmp.process.Processes#builder}, starts processes with {@link
 * dev.gmp.process.Processes#submit}, and sends to their {@link dev.gmp.process.Pid}. A process gets {@link
 * dev.gmp.process.Event events} in its {@link dev.gmp.process.Process#step step}, one step at a time. By {@link
 * dev.gmp.process.StepOutput} it yields commands, and waits or ends.
 *
 * <p>A process owns its data and needs no lock. Blocking work belongs into a command, and data for other processes into
 * a message. A failure ends one process, and its result has the error. Supervision is the application's: it submits
 * another process in place of a failed one.
 *
 * <p>Reading order: {@link dev.gmp.process.Process}, {@link dev.gmp.process.Processes}. Then the packages of {@code
 * internal} in this order: {@code mailbox} (WAKE-1, MAIL-1), {@code controlblock}, {@code registry} (NAME-1), {@code
 * lifetime}, {@code delivery}, {@code command}, {@code step}. Each knows only those before it, and {@code
 * ProcessRuntime} wires them together.
 */
@NullMarked
package dev.gmp.process;

import org.jspecify.annotations.NullMarked;
