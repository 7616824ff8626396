package dev.gmp.observe.jfr;

import jdk.jfr.Description;
import jdk.jfr.Label;
import jdk.jfr.Name;
import org.jspecify.annotations.Nullable;

/**
 * A goroutine has parked.
 *
 * @since 0.1
 */
@Name("dev.gmp.GoroutinePark")
@Label("Goroutine Park")
@Description("A goroutine has parked; its machine goes on with others")
public final class GoroutineParkEvent extends TaskEvent {

    @Label("Waits For")
    @Description(
            "channel send, channel receive or channel select; none for other waits, and where it has been woken already")
    public @Nullable String waitsFor;
}
