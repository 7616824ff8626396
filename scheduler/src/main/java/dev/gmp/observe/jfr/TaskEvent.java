package dev.gmp.observe.jfr;

import jdk.jfr.Description;
import jdk.jfr.Label;
import org.jspecify.annotations.Nullable;

/** An event of a task that a machine runs. */
abstract class TaskEvent extends SchedulerEvent {

    @Label("Task")
    @Description("The class of the task, or the name of a thread that was not submitted as a task")
    public @Nullable String task;

    @Label("Machine")
    @Description("The id of the worker thread (machine)")
    public long machine;
}
