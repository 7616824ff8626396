package dev.gmp.observe.jfr;

import jdk.jfr.Description;
import jdk.jfr.Label;
import jdk.jfr.Name;

/**
 * A goroutine has ended.
 *
 * @since 0.1
 */
@Name("dev.gmp.GoroutineEnd")
@Label("Goroutine End")
@Description("A goroutine has ended")
public final class GoroutineEndEvent extends TaskEvent {}
