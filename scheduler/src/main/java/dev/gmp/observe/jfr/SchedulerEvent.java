package dev.gmp.observe.jfr;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Enabled;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.StackTrace;
import org.jspecify.annotations.Nullable;

/** The base of all events. Each is disabled unless a recording's settings enable it; see {@link JfrLevel}. */
@Category({"Go scheduler"})
@Enabled(false)
@StackTrace(false)
abstract class SchedulerEvent extends Event {

    @Label("Scheduler")
    @Description("The scheduler's name")
    public @Nullable String scheduler;
}
