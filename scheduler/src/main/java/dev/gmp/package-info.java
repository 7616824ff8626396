/**
 * Go's goroutine scheduler for the JVM.
 *
 * <pre>
 *     G  goroutine   a unit of work
 *     M  machine     a thread of the operating system
 *     P  processor   the right to run goroutines, and the queue of those that come next
 *
 *                     global run queue                 idle Ps    parked Ms
 *                  [ G G G G G G ... ]                  P3          M4 M2
 *                     |           |
 *               every 61st,   when the own
 *               one           is empty, a batch
 *                     v           v
 *        P0  runnext [G]  ring [G G G G . . .]   -- half, to thieves -->   P1  ring [. . . .]
 *         |                                                                 |
 *        M0  runs G                                                        M1  spinning
 * </pre>
 *
 * <p>An M must hold a P to run a G. There are exactly {@code maxProcs} Ps, and at most that many Gs run at once. Work that a
 * goroutine makes goes into the queue of its own P; work from other threads into the global queue. An M that finds both
 * empty steals, and parks when there is nothing to steal. One idle M is woken when work comes while a P is idle and no
 * other M is looking.
 *
 * <p>Designs that were refused, with Go's reasons. One queue for all: every push and pop contends, and a goroutine loses the
 * cache it was made in. Handing each new goroutine to a thread of its own: threads bounce, and the state that says which are
 * free is always late. Waking a thread for every new goroutine: most find the work gone and park again.
 *
 * <p>Reading order: {@link dev.gmp.GmpScheduler}, then {@code internal.gmp} for the nouns, {@code internal.sched} for the
 * verbs. There {@code WakeUp} has the argument why no work is left behind, and {@code Lifecycle} why none is lost.
 *
 * @see <a href="https://go.dev/src/runtime/proc.go">Go's proc.go</a>
 */
@NullMarked
package dev.gmp;

import org.jspecify.annotations.NullMarked;
