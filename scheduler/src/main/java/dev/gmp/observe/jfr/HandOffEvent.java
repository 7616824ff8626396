package dev.gmp.observe.jfr;

import jdk.jfr.Description;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.Timespan;
import org.jspecify.annotations.Nullable;

/**
 * A machine that blocks lost its processor, or gave it away.
 *
 * @since 0.1
 */
@Name("dev.gmp.HandOff")
@Label("Hand-Off")
@Description("A machine that blocks lost its processor, or gave it away")
public final class HandOffEvent extends SchedulerEvent {

    @Label("Task")
    @Description("The class of the task, or the name of a thread that was made by hand")
    public @Nullable String task;

    @Label("Machine")
    @Description("The id of the machine")
    public long machine;

    @Label("Processor")
    @Description("The id of the processor")
    public int processor;

    @Label("Ran")
    @Description("How long the goroutine had been running; 0 if it said beforehand that it would block")
    @Timespan(Timespan.NANOSECONDS)
    public long ranNanos;
}
