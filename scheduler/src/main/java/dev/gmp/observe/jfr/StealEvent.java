package dev.gmp.observe.jfr;

import jdk.jfr.Description;
import jdk.jfr.Label;
import jdk.jfr.Name;

/**
 * A machine took goroutines from another processor.
 *
 * @since 0.1
 */
@Name("dev.gmp.Steal")
@Label("Steal")
@Description("A machine took goroutines from another processor")
public final class StealEvent extends SchedulerEvent {

    @Label("Machine")
    @Description("The id of the machine")
    public long machine;

    @Label("Victim")
    @Description("The id of the processor; -1 for a runnext")
    public int victim;

    @Label("Goroutines")
    @Description("How many")
    public int goroutines;
}
