package dev.gmp.spring.it.agents;

import dev.gmp.GmpScheduler;
import dev.gmp.spring.task.NamedTaskExecutor;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.core.task.AsyncTaskExecutor;
import org.springframework.scheduling.TaskScheduler;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;

/** Hands tasks in, in all the ways there are. */
@RestController
class TracedWork {

    private final Map<String, BiConsumer<String, String>> ways = new TreeMap<>();
    private final Caller caller;
    private final TaskScheduler taskScheduler;

    TracedWork(
            Caller caller,
            GmpScheduler gmp,
            TaskScheduler taskScheduler,
            @Qualifier("applicationTaskExecutor") AsyncTaskExecutor tasks,
            @Qualifier("gmpIdleExecutor") Executor idle,
            @Qualifier("reports") NamedTaskExecutor reports,
            @Qualifier("single") NamedTaskExecutor single) {
        this.caller = caller;
        this.taskScheduler = taskScheduler;
        ways.put("async", caller::callAsync);
        ways.put("asyncIdle", caller::callWhenIdle);
        ways.put("asyncNamed", caller::callByReports);
        way("execute", tasks::execute);
        way("submit", tasks::submit);
        way(
                "callable",
                call -> tasks.submit(() -> {
                    call.run();
                    return "done";
                }));
        way("completable", tasks::submitCompletable);
        way(
                "supplyAsync",
                call -> CompletableFuture.supplyAsync(
                        () -> {
                            call.run();
                            return "done";
                        },
                        tasks));
        way("nested", call -> tasks.execute(() -> tasks.submit(() -> tasks.execute(call))));
        way("idle", idle::execute);
        way("named", reports::execute);
        way("namedSubmit", reports::submit);
        way("bulkhead", single::execute);
        way("gmpExecute", gmp::execute);
        way("gmpSubmit", gmp::submit);
        way("gmpSchedule", call -> gmp.schedule(call, 20, TimeUnit.MILLISECONDS));
        way("direct", gmp.direct()::execute);
        way("virtual", gmp.virtual()::execute);
        way("idleGmp", gmp::executeIdle);
        way("once", call -> taskScheduler.schedule(call, Instant.now()));
    }

    private void way(String name, Consumer<Runnable> submission) {
        ways.put(name, (way, number) -> submission.accept(() -> caller.call(way, number)));
    }

    @GetMapping("/ways")
    String ways() {
        return String.join(",", ways.keySet());
    }

    @GetMapping("/do/{way}/{number}")
    String hand(@PathVariable("way") String way, @PathVariable("number") String number) {
        ways.get(way).accept(way, number);
        return "handed in";
    }

    /** Sets a job that calls three times. */
    @GetMapping("/repeat")
    String repeat() {
        AtomicInteger runs = new AtomicInteger();
        taskScheduler.scheduleWithFixedDelay(
                () -> {
                    int run = runs.getAndIncrement();
                    if (run < 3) {
                        caller.call("repeated", Integer.toString(run));
                    }
                },
                Duration.ofMillis(10));
        return "set";
    }

    /** From a thread that has no trace. */
    @GetMapping("/untraced")
    String handAllInUntraced() throws InterruptedException {
        Thread thread = new Thread(() -> ways.forEach((name, way) -> way.accept(name, "untraced")));
        thread.start();
        thread.join();
        return "handed in";
    }
}
