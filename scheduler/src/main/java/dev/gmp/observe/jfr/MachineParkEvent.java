package dev.gmp.observe.jfr;

import jdk.jfr.Description;
import jdk.jfr.Label;
import jdk.jfr.Name;

/**
 * A worker thread (machine) had no work and parked.
 *
 * @since 0.1
 */
@Name("dev.gmp.MachinePark")
@Label("Machine Park")
@Description("A worker thread (machine) had no work and parked for the duration")
public final class MachineParkEvent extends SchedulerEvent {

    @Label("Machine")
    @Description("The id of the worker thread (machine)")
    public long machine;
}
