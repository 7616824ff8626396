package dev.gmp.observe.jfr;

import jdk.jfr.Description;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.Timespan;

/**
 * A goroutine used up its time slice, and gave way or lost its processor.
 *
 * @since 0.1
 */
@Name("dev.gmp.Preemption")
@Label("Preemption")
@Description("A goroutine used up its time slice, and gave way or lost its processor")
public final class PreemptionEvent extends TaskEvent {

    @Label("Processor")
    @Description("The id of the processor")
    public int processor;

    @Label("Cooperative")
    @Description("Whether the goroutine gave way when asked; otherwise it lost its processor")
    public boolean cooperative;

    @Label("Ran")
    @Description("How long the goroutine had run; 0 if it gave way")
    @Timespan(Timespan.NANOSECONDS)
    public long ranNanos;
}
