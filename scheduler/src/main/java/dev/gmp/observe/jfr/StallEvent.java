package dev.gmp.observe.jfr;

import jdk.jfr.Description;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.Timespan;

/**
 * Goroutines have waited for the stall limit, and none began to run.
 *
 * @since 0.1
 */
@Name("dev.gmp.Stall")
@Label("Stall")
@Description("Goroutines have waited for the stall limit, and none began to run")
public final class StallEvent extends SchedulerEvent {

    @Label("Waited")
    @Description("How long none began to run")
    @Timespan(Timespan.NANOSECONDS)
    public long waitedNanos;
}
