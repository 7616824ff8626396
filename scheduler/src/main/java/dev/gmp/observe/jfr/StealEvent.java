package dev.gmp.observe.jfr;

import jdk.jfr.Description;
import jdk.jfr.Label;
import jdk.jfr.Name;

/**
 * A worker thread (machine) took goroutines from another processor.
 *
 * @since 0.1
 */
@Name("dev.gmp.Steal")
@Label("Steal")
@Description("A worker thread (machine) took goroutines from another processor")
public final class StealEvent extends SchedulerEvent {

    @Label("Machine")
    @Description("The id of the worker thread (machine)")
    public long machine;

    @Label("Victim")
    @Description("The id of the other processor; -1 for its runnext")
    public int victim;

    @Label("Goroutines")
    @Description("Number of goroutines taken")
    public int goroutines;
}
