package dev.gmp.observe.jfr;

import jdk.jfr.Description;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.Timespan;

/**
 * A worker thread (machine) that blocks lost its processor, or released it.
 *
 * @since 0.1
 */
@Name("dev.gmp.HandOff")
@Label("Hand-Off")
@Description("A worker thread (machine) that blocks lost its processor, or released it")
public final class HandOffEvent extends TaskEvent {

    @Label("Processor")
    @Description("The id of the processor")
    public int processor;

    @Label("Ran")
    @Description("How long the goroutine had run; 0 for a marked blocking section")
    @Timespan(Timespan.NANOSECONDS)
    public long ranNanos;
}
