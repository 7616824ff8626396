package dev.gmp.internal.sysmon;

import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.LongConsumer;

/**
 * Sysmon's actions for other parts, beside its own ticks.
 *
 * @param whenStarted its thread calls this before the first tick; throws nothing, and tells whether the kernel lets
 *     that thread interrupt others when it wakes up
 * @param whenAsked what {@link Sysmon#ask} is for
 * @param atEachTick gets the time of each tick, and that of falling asleep when every processor is idle
 * @param everySecond done about once a second while anything runs; one that fails keeps none of the others from its
 *     turn
 * @param whileIdle whether {@code everySecond} is wanted also while every processor is idle
 * @param unlessSilent whether it is wanted then only where sysmon was not asked to be silent
 */
public record SysmonDuties(
        BooleanSupplier whenStarted,
        Runnable whenAsked,
        LongConsumer atEachTick,
        List<Runnable> everySecond,
        BooleanSupplier whileIdle,
        BooleanSupplier unlessSilent) {}
