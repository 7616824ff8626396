package dev.gmp.observe.jfr;

import jdk.jfr.Description;
import jdk.jfr.Label;
import jdk.jfr.Name;

/**
 * A machine had nothing to do.
 *
 * @since 0.1
 */
@Name("dev.gmp.MachinePark")
@Label("Machine Park")
@Description("A machine had nothing to do; the duration says for how long")
public final class MachineParkEvent extends SchedulerEvent {

    @Label("Machine")
    @Description("The id of the machine")
    public long machine;
}
