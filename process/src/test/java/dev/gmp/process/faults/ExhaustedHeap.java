package dev.gmp.process.faults;

import dev.gmp.GmpScheduler;
import dev.gmp.config.GoroutineMode;
import dev.gmp.process.Command;
import dev.gmp.process.Event;
import dev.gmp.process.Pid;
import dev.gmp.process.ProcessListener;
import dev.gmp.process.ProcessType;
import dev.gmp.process.Processes;
import dev.gmp.process.YieldResult;
import dev.gmp.process.testkit.Scripted;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * Again and again a task fills the heap and holds it for a moment. Meanwhile processes are started, named, sent to, cancelled
 * and ended, and yield. Whichever was started must have told its result in the end, whatever that is, and have left nothing.
 */
public final class ExhaustedHeap {

    private static final int OUTSIDERS = 2;
    private static final int PLACES = 64;
    private static final int MOST = OUTSIDERS * PLACES;
    private static final int FEWEST_FILLS = 3;
    private static final int WARM_UPS = 300;
    private static final long HOLD_NANOS = 2_000_000;
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(60);

    private static final AtomicLong STARTED = new AtomicLong();
    private static final AtomicLong FAILED = new AtomicLong();
    private static final AtomicLong REFUSED = new AtomicLong();
    private static final AtomicLong KEPT = new AtomicLong();
    private static final AtomicLong FILLS = new AtomicLong();
    private static volatile boolean stop;
    private static Processes processes;

    private record Blocking() implements Command<String> {}

    private record Dispatched() implements Command<String> {}

    private record Stage() implements Command<String> {}

    /** What happens to a process. */
    private enum Fate {
        SENT_TO,
        CANCELLED,
        ENDED,
        COMPLETED,
        ANSWERED(new Blocking()),
        ANSWERED_BY_A_STAGE(new Stage()),
        FAILS;

        final Command<?> command;

        Fate() {
            this(new Dispatched());
        }

        Fate(Command<?> command) {
            this.command = command;
        }

        static final Fate[] ALL = values();
    }

    private static final ProcessType LISTENING = Scripted.type("listening", (self, events, out) -> {
        for (Event event : events) {
            out.done(event);
            return;
        }
    });

    private static final ProcessType ASKING = Scripted.type("asking", (self, events, out) -> {
        Fate fate = (Fate) self.input;
        if (fate == Fate.FAILS) {
            throw new IllegalStateException("planned");
        } else if (events.isEmpty()) {
            out.yield(1_000, fate.command);
        } else {
            out.done(events.get(0));
        }
    });

    /** Where one process after the other lives; an outsider's own. */
    private static final class Place {

        private final String name;
        private Fate fate = Fate.SENT_TO;
        private Pid pid;
        private CompletableFuture<?> result;
        private boolean named;
        private boolean pushed;

        Place(String name) {
            this.name = name;
        }

        /** One thing more, if there is memory for it. */
        void goOn(int turn) {
            if (pid == null) {
                if (!stop) {
                    start(Fate.ALL[turn % Fate.ALL.length]);
                }
            } else if (result == null) {
                result = processes.result(pid);
            } else if (result.isDone()) {
                leave();
            } else if (!named) {
                named = processes.register(name, pid) && processes.join(name, pid);
            } else if (!pushed) {
                pushed = push();
            }
        }

        private void start(Fate now) {
            boolean listens = now == Fate.SENT_TO || now == Fate.CANCELLED || now == Fate.ENDED;
            fate = now;
            pid = processes.submit(listens ? "listening" : "asking", "run", now);
            STARTED.incrementAndGet();
        }

        private boolean push() {
            switch (fate) {
                case SENT_TO -> processes.send(pid, "end");
                case CANCELLED -> processes.cancel(pid, "enough");
                case ENDED -> processes.end(pid, "enough");
                case COMPLETED -> {
                    return processes.completeYield(pid, 1_000, "answer") != YieldResult.UNKNOWN_TAG;
                }
                default -> {
                    // it goes on by itself
                }
            }
            return true;
        }

        private void leave() {
            if (processes.find(name).isPresent()
                    || !processes.members(name).isEmpty()
                    || processes.find(pid.number()).isPresent()) {
                KEPT.incrementAndGet();
            }
            if (result.isCompletedExceptionally()) {
                FAILED.incrementAndGet();
            }
            pid = null;
            result = null;
            named = false;
            pushed = false;
        }
    }

    private ExhaustedHeap() {}

    public static void main(String[] args) throws Exception {
        GmpScheduler scheduler = GmpScheduler.builder()
                .name("exhausted")
                .maxProcs(2)
                .goroutines(GoroutineMode.valueOf(args[0]))
                .build();
        processes = Processes.builder(scheduler)
                .listener(new ProcessListener() {})
                .maxProcesses(MOST)
                .register(LISTENING)
                .register(ASKING)
                .handleOnGoroutine(Blocking.class, command -> "answer")
                .handleAsync(Stage.class, command -> CompletableFuture.supplyAsync(() -> "answer", scheduler::execute))
                .dispatch(Dispatched.class, (command, pid, tag) -> {})
                .build();
        Thread[] outsiders = new Thread[OUTSIDERS];
        for (int i = 0; i < OUTSIDERS; i++) {
            Place[] places = new Place[PLACES];
            for (int j = 0; j < PLACES; j++) {
                places[j] = new Place("outsider " + i + ", place " + j);
            }
            outsiders[i] = new Thread(() -> goOn(places));
            outsiders[i].setDaemon(true);
            outsiders[i].start();
        }
        while (STARTED.get() < WARM_UPS * MOST) { // what is used for the first time takes memory
            Thread.sleep(1);
        }
        fillAgainAndAgain(scheduler, Long.parseLong(args[1]));
        stop = true;
        boolean told = true;
        for (Thread outsider : outsiders) {
            outsider.join(TimeUnit.NANOSECONDS.toMillis(PATIENCE_NANOS));
            told &= !outsider.isAlive();
        }
        System.out.println("filled %d times; refused %d, started %d, failed %d"
                .formatted(FILLS.get(), REFUSED.get(), STARTED.get(), FAILED.get()));
        System.out.println(
                "all told %s, kept %d, live %d, room %s".formatted(told, KEPT.get(), processes.size(), isRoomForAll()));
        System.exit(0);
    }

    private static void goOn(Place[] places) {
        boolean left = true;
        for (int turn = 0; !stop || left; turn++) {
            left = false;
            for (Place place : places) {
                try {
                    place.goOn(turn);
                } catch (OutOfMemoryError nothingHasHappened) {
                    REFUSED.incrementAndGet();
                }
                left |= place.pid != null;
            }
        }
    }

    private static void fillAgainAndAgain(GmpScheduler scheduler, long millis) {
        long until = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
        long asked = 0;
        Runnable fill = () -> {
            FullHeap.fill();
            long since = System.nanoTime();
            while (System.nanoTime() - since < HOLD_NANOS) {
                Thread.onSpinWait();
            }
            FullHeap.empty();
            FILLS.incrementAndGet();
        };
        while (System.nanoTime() - until < 0 || asked < FEWEST_FILLS || FILLS.get() < asked) {
            if (FILLS.get() == asked) { // one at a time
                try {
                    scheduler.execute(fill);
                    asked++;
                } catch (OutOfMemoryError notAccepted) {
                    REFUSED.incrementAndGet();
                }
            }
            LockSupport.parkNanos(1_000_000);
        }
    }

    /** No place of those that may live at once was lost, and none is there twice. */
    private static boolean isRoomForAll() throws InterruptedException {
        int started = 0;
        try {
            while (started <= MOST) {
                processes.submit("listening", "run", null);
                started++;
            }
            return false;
        } catch (RejectedExecutionException full) {
            return started == MOST
                    && processes.shutdownNow(Duration.ofSeconds(60)).isComplete();
        }
    }
}
