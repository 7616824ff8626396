package dev.gmp.benchmarks.peer;

import cats.effect.unsafe.IORuntime$;
import cats.effect.unsafe.WorkStealingThreadPool;
import scala.Function0;
import scala.Tuple3;
import scala.runtime.BoxedUnit;
import zio.Executor$;

/** Schedulers that were made for Scala's effects, as executors of plain tasks. */
final class ScalaExecutors {
    private ScalaExecutors() {}

    /** A {@link WorkStealingThreadPool} with the settings that {@code IORuntime.global} gives its own, but for its size. */
    static RunningPeer catsEffect(int parallelism) {
        IORuntime$ runtime = IORuntime$.MODULE$;
        Tuple3<WorkStealingThreadPool<?>, Object, Function0<BoxedUnit>> made =
                runtime.createWorkStealingComputeThreadPool(
                        parallelism,
                        runtime.createWorkStealingComputeThreadPool$default$2(),
                        runtime.createWorkStealingComputeThreadPool$default$3(),
                        runtime.createWorkStealingComputeThreadPool$default$4(),
                        runtime.createWorkStealingComputeThreadPool$default$5(),
                        runtime.createWorkStealingComputeThreadPool$default$6(),
                        runtime.createWorkStealingComputeThreadPool$default$7(),
                        runtime.createWorkStealingComputeThreadPool$default$8(),
                        runtime.createWorkStealingComputeThreadPool$default$9());
        return RunningPeer.ofTasks(made._1(), () -> made._3().apply());
    }

    /**
     * {@code ZScheduler} as {@code zio.Runtime} makes it.
     *
     * @throws IllegalArgumentException if it is to be wider or narrower than the JVM has CPUs
     */
    static RunningPeer zio(int parallelism) {
        int cpus = Runtime.getRuntime().availableProcessors();
        if (parallelism != cpus) {
            throw new IllegalArgumentException("procs: %d, must be %d for ZIO".formatted(parallelism, cpus));
        }
        return RunningPeer.ofTasks(Executor$.MODULE$.makeDefault().asJava(), () -> {});
    }
}
