package dev.gmp.observe.jfr;

import jdk.jfr.Description;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.Timespan;

/**
 * Work waits and none was begun for a while.
 *
 * @since 0.1
 */
@Name("dev.gmp.Stall")
@Label("Stall")
@Description("Work waits and none was begun for a while")
public final class StallEvent extends SchedulerEvent {

    @Label("Waited")
    @Description("For how long")
    @Timespan(Timespan.NANOSECONDS)
    public long waitedNanos;
}
