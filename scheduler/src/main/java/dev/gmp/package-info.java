/**
 * Go's goroutine scheduler for the JVM.
 *
 * <pre>
 *     G  goroutine   a task that has been submitted and has not ended
 *     M  machine     a worker thread
 *     P  processor   the right to run goroutines, with a queue of those that come next
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
 * <p>An M needs a P to run a G. There are {@code maxProcs} Ps, so at most that many Gs run at once. A G that another G
 * submits goes into the queue of its P. A G from any other thread goes into the global queue. An M that finds both
 * queues empty steals, and parks when there is nothing to steal. When a G is submitted while a P is idle and no M
 * spins, one idle M is woken.
 *
 * <p>Designs that Go and this scheduler refuse. One queue for all: every push and pop contends, and a goroutine loses
 * its warm cache. Handing each new goroutine to its own thread: threads bounce, and the record of free threads is
 * always late. Waking a thread for each new goroutine: most find no work and park again.
 *
 * <p>Reading order: {@link dev.gmp.GmpScheduler}, then {@code internal.gmp} for the nouns and {@code internal.sched}
 * for the verbs. {@code WakeUp} argues why no goroutine is left waiting, and {@code Lifecycle} why none is lost.
 *
 * @see <a href="https://go.dev/src/runtime/proc.go">Go's proc.go</a>
 */
@NullMarked
package dev.gmp;

import org.jspecify.annotations.NullMarked;
