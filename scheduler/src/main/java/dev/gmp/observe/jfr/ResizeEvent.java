package dev.gmp.observe.jfr;

import jdk.jfr.Description;
import jdk.jfr.Label;
import jdk.jfr.Name;

/**
 * The number of processors has changed.
 *
 * @since 0.1
 */
@Name("dev.gmp.Resize")
@Label("Resize")
@Description("The number of processors has changed")
public final class ResizeEvent extends SchedulerEvent {

    @Label("Before")
    @Description("Number of processors before")
    public int before;

    @Label("After")
    @Description("Number of processors after")
    public int after;
}
