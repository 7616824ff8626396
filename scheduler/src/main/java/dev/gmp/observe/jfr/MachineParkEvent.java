package dev.gmp.observe.jfr;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Enabled;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/**
 * A machine had nothing to do.
 *
 * @since 0.1
 */
@Name("dev.gmp.MachinePark")
@Label("Machine Park")
@Description("A machine had nothing to do; the duration says for how long")
@Category({"Go scheduler"})
@Enabled(false)
@StackTrace(false)
public final class MachineParkEvent extends SchedulerEvent {

    @Label("Machine")
    @Description("The id of the machine")
    public long machine;
}
