package dev.gmp.observe;

import java.time.Duration;

/**
 * Totals since the scheduler was built. A counter never decreases.
 *
 * @param created goroutines accepted; adopted threads count neither here nor as completed
 * @param completed goroutines that have ended: they returned, threw, were discarded, or were returned unrun
 * @param cooperativePreemptions goroutines that gave way when asked
 * @param handoffPreemptions goroutines that did not give way when asked, and lost their processor
 * @param handoffs processors passed on from a machine that blocks (Go: handoffp)
 * @param firstYields yields that were not asked for, each the first since the goroutine began, blocked in a marked
 *     section, or parked on a virtual thread
 * @param repeatedYields further yields of that kind
 * @param steals times that a machine took work from another processor
 * @param stolenGoroutines goroutines moved by steals
 * @param runQueueOverflows times that a full local queue sent half of its goroutines to the global queue (Go:
 *     runqputslow)
 * @param machineParks times that a machine parked because it found no work
 * @param machineUnparks times that a parked machine was woken to work
 * @param machinesCreated worker threads started
 * @param machinesEnded worker threads ended
 * @param rejections tasks rejected or discarded, because a queue was full or after shutdown
 * @param uncaughtExceptions tasks of {@code execute} that threw
 * @param machineLimitHits times that no machine could be added: {@code maxMachines} exist, or the operating system gave
 *     no thread
 * @param procsChanges changes of the number of processors, with the CPU quota or by a call
 * @param priorityLowerings times that a goroutine in overtime got a lower kernel priority; see {@code overtimePolicy}
 * @param deferred times that a goroutine was deferred to let later ones pass, because many computed for long
 * @param pacedTime the sum over the processors of the time that they paused to keep to the container's CPU quota
 * @param procsTime the sum over time of the number of processors (Go: totaltime): the time available to run goroutines
 * @since 0.1
 */
public record SchedulerCounters(
        long created,
        long completed,
        long cooperativePreemptions,
        long handoffPreemptions,
        long handoffs,
        long firstYields,
        long repeatedYields,
        long steals,
        long stolenGoroutines,
        long runQueueOverflows,
        long machineParks,
        long machineUnparks,
        long machinesCreated,
        long machinesEnded,
        long rejections,
        long uncaughtExceptions,
        long machineLimitHits,
        long procsChanges,
        long priorityLowerings,
        long deferred,
        Duration pacedTime,
        Duration procsTime) {}
