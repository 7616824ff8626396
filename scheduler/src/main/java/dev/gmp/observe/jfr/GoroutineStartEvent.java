package dev.gmp.observe.jfr;

import jdk.jfr.Description;
import jdk.jfr.Label;
import jdk.jfr.Name;

/**
 * A goroutine begins its first run.
 *
 * @since 0.1
 */
@Name("dev.gmp.GoroutineStart")
@Label("Goroutine Start")
@Description("A goroutine begins its first run")
public final class GoroutineStartEvent extends TaskEvent {}
