/**
 * Processes: state machines with a mailbox each, on the scheduler of {@link dev.gmp.GmpScheduler}.
 *
 * <p>An application registers {@link dev.gmp.process.ProcessType types} and handlers of {@link dev.gmp.process.Command
 * commands} with {@link dev.gmp.process.Processes#builder}, starts processes with {@link
 * dev.gmp.process.Processes#submit}, and sends to their {@link dev.gmp.process.Pid}. A process gets {@link
 * dev.gmp.process.Event events} in its {@link dev.gmp.process.Process#step step}, one step at a time. In the {@link
 * dev.gmp.process.StepOutput} it says what it wants done, and whether it waits or has ended.
 *
 * <p>Meant like this: a process owns its data and needs no lock; what blocks is a command; what others shall know is a
 * message; what goes wrong ends one process, and its result says so. Supervision is the application's: it submits another
 * process in place of one that failed.
 *
 * <p>Reading order: {@link dev.gmp.process.Process}, {@link dev.gmp.process.Processes}. Inside, the rooms of {@code internal} in
 * this order: {@code mailbox} (WAKE-1, MAIL-1), {@code controlblock}, {@code registry} (NAME-1), {@code lifetime}, {@code delivery},
 * {@code command}, {@code step}. Each knows only those before it, and {@code ProcessRuntime} wires them together.
 */
@NullMarked
package dev.gmp.process;

import org.jspecify.annotations.NullMarked;
