package dev.gmp.process.faults;

import dev.gmp.GmpScheduler;
import dev.gmp.config.GoroutineMode;
import dev.gmp.process.Command;
import dev.gmp.process.Event;
import dev.gmp.process.Pid;
import dev.gmp.process.ProcessInfo;
import dev.gmp.process.ProcessListener;
import dev.gmp.process.ProcessState;
import dev.gmp.process.ProcessType;
import dev.gmp.process.Processes;
import dev.gmp.process.YieldResult;
import dev.gmp.process.testkit.Scripted;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;

/** Fills the heap to the last byte right before one step of a process's life, again and again for each, and says what was lost. */
public final class WithoutMemory {

    private static final int WARM_UPS = 40;
    private static final int ROUNDS = 2;
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(60);

    private record Never() implements Command<String> {}

    private record Blocking(boolean fails) implements Command<String> {}

    private record Later() implements Command<String> {}

    /** Something that must not be lost. */
    private interface Scenario {
        boolean isKept() throws Exception;
    }

    private static final OutOfMemoryError PLANNED = new OutOfMemoryError("planned");

    private static final ProcessType CIVIL = Scripted.type("civil", (self, events, out) -> {
        if (events.stream().anyMatch(Event.Cancel.class::isInstance)) {
            out.done("bye");
        }
    });

    private static final ProcessType ASKING = Scripted.type("asking", (self, events, out) -> {
        if (events.isEmpty()) {
            out.yield(7, (Command<?>) self.input);
        } else {
            out.done("heard");
        }
    });

    private static final ProcessType FAILING = Scripted.type("failing", (self, events, out) -> {
        fill();
        throw PLANNED;
    });

    private static final ProcessType DONE = Scripted.type("done", (self, events, out) -> {
        if (!events.isEmpty()) {
            out.done("done");
            fill();
        }
    });

    private static final AtomicBoolean FILLED = new AtomicBoolean();
    private static final CompletableFuture<?>[] ASKED = new CompletableFuture<?>[1];

    private static boolean warm;
    private static Processes processes;

    private WithoutMemory() {}

    public static void main(String[] args) throws Exception {
        GmpScheduler scheduler = GmpScheduler.builder()
                .name("full")
                .maxProcs(2)
                .goroutines(GoroutineMode.valueOf(args[0]))
                .build();
        processes = Processes.builder(scheduler)
                .listener(new ProcessListener() {})
                .register(CIVIL)
                .register(ASKING)
                .register(FAILING)
                .register(DONE)
                .dispatch(Never.class, (command, pid, tag) -> {})
                .handleOnGoroutine(Blocking.class, command -> {
                    fill();
                    if (command.fails()) {
                        throw PLANNED;
                    }
                    return "answer";
                })
                .handleAsync(Later.class, command -> {
                    CompletableFuture<String> later = new CompletableFuture<>();
                    ASKED[0] = later;
                    return later;
                })
                .build();
        Scenario[] scenarios = {
            WithoutMemory::completion,
            WithoutMemory::cancellation,
            WithoutMemory::failure,
            WithoutMemory::resultAndName,
            () -> answerOfAGoroutine(false),
            () -> answerOfAGoroutine(true),
            WithoutMemory::answerOfAStage
        };
        String[] names = {"completion", "cancellation", "failure", "result", "answer", "error", "stage"};
        for (int round = 0; round < WARM_UPS; round++) {
            for (Scenario each : scenarios) {
                each.isKept();
            }
        }
        warm = true;
        for (int i = 0; i < scenarios.length; i++) {
            boolean kept = true;
            for (int round = 0; round < ROUNDS && kept; round++) {
                kept = scenarios[i].isKept();
            }
            System.out.println(names[i] + (kept ? " kept" : " lost"));
        }
        System.out.println("live " + processes.size());
        System.exit(0);
    }

    /** A completion that was refused for want of memory is tried again. */
    private static boolean completion() throws Exception {
        Pid pid = processes.submit("asking", "run", new Never());
        CompletableFuture<?> result = processes.result(pid);
        await(() -> isIn(pid, ProcessState.BLOCKED));
        YieldResult first = null;
        fill();
        try {
            first = processes.completeYield(pid, 7, "answer");
        } catch (OutOfMemoryError nothingHasHappened) {
            // again
        }
        FullHeap.empty();
        boolean completed =
                first == YieldResult.COMPLETED || processes.completeYield(pid, 7, "answer") == YieldResult.COMPLETED;
        return completed && await(result::isDone);
    }

    private static boolean cancellation() throws Exception {
        Pid pid = processes.submit("civil", "run", null);
        CompletableFuture<?> result = processes.result(pid);
        await(() -> isIn(pid, ProcessState.IDLE));
        fill();
        try {
            processes.cancel(pid, "enough");
        } catch (OutOfMemoryError nothingHasHappened) {
            // again
        }
        FullHeap.empty();
        processes.cancel(pid, "enough");
        return await(result::isDone);
    }

    private static boolean failure() throws Exception {
        FILLED.set(false);
        Pid pid = processes.submit("failing", "run", null);
        CompletableFuture<?> result = processes.result(pid);
        emptyLater();
        return await(result::isCompletedExceptionally) && await(() -> gone(pid));
    }

    private static boolean resultAndName() throws Exception {
        FILLED.set(false);
        Pid pid = processes.submit("done", "run", null);
        CompletableFuture<?> result = processes.result(pid);
        processes.register("name", pid);
        processes.register("other name", pid);
        processes.join("group", pid);
        processes.send(pid, "end");
        emptyLater();
        return await(result::isDone)
                && "done".equals(result.getNow(null))
                && await(() -> gone(pid))
                && processes.find("name").isEmpty()
                && processes.find("other name").isEmpty()
                && processes.members("group").isEmpty();
    }

    private static boolean answerOfAGoroutine(boolean fails) throws Exception {
        FILLED.set(false);
        Pid pid = processes.submit("asking", "run", new Blocking(fails));
        CompletableFuture<?> result = processes.result(pid);
        emptyLater();
        return await(result::isDone);
    }

    private static boolean answerOfAStage() throws Exception {
        Pid pid = processes.submit("asking", "run", new Later());
        CompletableFuture<?> result = processes.result(pid);
        await(() -> isIn(pid, ProcessState.BLOCKED));
        @SuppressWarnings("unchecked")
        CompletableFuture<String> stage = (CompletableFuture<String>) ASKED[0];
        fill();
        try {
            stage.complete("answer");
        } catch (OutOfMemoryError fromDependents) {
            // the stage itself is complete
        }
        FullHeap.empty();
        return await(result::isDone);
    }

    private static void fill() {
        if (warm) {
            FullHeap.fill();
        }
        FILLED.set(true);
    }

    /** Once a worker has filled the heap, and has had some time to go on. */
    private static void emptyLater() throws InterruptedException {
        while (!FILLED.get()) {
            Thread.sleep(1);
        }
        if (warm) {
            Thread.sleep(200);
        }
        FullHeap.empty();
    }

    private static boolean isIn(Pid pid, ProcessState state) {
        ProcessInfo info = processes.info(pid.number()).orElse(null);
        return info != null && info.state() == state;
    }

    private static boolean gone(Pid pid) {
        return processes.info(pid.number()).isEmpty();
    }

    private static boolean await(BooleanSupplier condition) throws InterruptedException {
        long since = System.nanoTime();
        while (System.nanoTime() - since < PATIENCE_NANOS) {
            if (condition.getAsBoolean()) {
                return true;
            }
            Thread.sleep(0, 100_000);
        }
        return false;
    }
}
