package dev.gmp.observe.jfr;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Enabled;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.StackTrace;
import org.jspecify.annotations.Nullable;

/** What all events have and inherit. None is on unless a recording's settings say so: see {@link JfrLevel}. */
@Category({"Go scheduler"})
@Enabled(false)
@StackTrace(false)
abstract class SchedulerEvent extends Event {

    @Label("Scheduler")
    @Description("Its name")
    public @Nullable String scheduler;
}
