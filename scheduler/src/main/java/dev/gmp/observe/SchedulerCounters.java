package dev.gmp.observe;

import java.time.Duration;

/**
 * Totals since the scheduler was built. None of them goes back.
 *
 * @param created goroutines accepted; threads that are only carried are counted neither here nor as completed
 * @param completed goroutines that ended, by return, by exception, or by being discarded or returned unrun
 * @param cooperativePreemptions goroutines that gave way when asked
 * @param handoffPreemptions goroutines that did not, and lost their processor
 * @param handoffs processors passed on from a machine that blocks
 * @param firstYields times that a goroutine yielded without being asked to, for the first time since it began, blocked in a marked
 *     section, or parked on a virtual thread
 * @param repeatedYields times that it did so once more
 * @param steals times that a machine took work from another processor
 * @param stolenGoroutines goroutines moved by that
 * @param runQueueOverflows times that a full local queue sent half of itself to the global one
 * @param machineParks times that a machine parked for want of work
 * @param machineUnparks times that a parked machine was woken to work
 * @param machinesCreated threads started
 * @param machinesEnded threads ended
 * @param rejections tasks refused or discarded for want of room or after shutdown
 * @param uncaughtExceptions tasks of {@code execute} that threw
 * @param machineLimitHits times that a machine was wanted and could not be had: {@code maxMachines} are there, or the
 *     operating system gave no thread
 * @param procsChanges times that the number of processors changed, with the CPU quota or by hand
 * @param priorityLowerings times that a goroutine which did not give way got a lower kernel priority with that, see
 *     {@code overtimePolicy}
 * @param deferred goroutines that later ones were let pass, because many computed for long; each time that happened to one
 * @param pacedTime processors times time that they paused for, lest the container's CPU quota be used up
 * @param procsTime processors times time (Go: totaltime): what there was to run goroutines on
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
