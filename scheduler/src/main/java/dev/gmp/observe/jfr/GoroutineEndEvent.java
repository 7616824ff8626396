package dev.gmp.observe.jfr;

import jdk.jfr.Description;
import jdk.jfr.Label;
import jdk.jfr.Name;
import org.jspecify.annotations.Nullable;

/**
 * A goroutine has ended.
 *
 * @since 0.1
 */
@Name("dev.gmp.GoroutineEnd")
@Label("Goroutine End")
@Description("A goroutine has ended")
public final class GoroutineEndEvent extends SchedulerEvent {

    @Label("Task")
    @Description("The class of the task, or the name of a thread that was not submitted as a task")
    public @Nullable String task;

    @Label("Machine")
    @Description("The id of the worker thread (machine)")
    public long machine;
}
