package dev.gmp.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gmp.GmpScheduler;
import dev.gmp.process.testkit.Scripted;
import dev.gmp.process.testkit.World;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Cancelled, ended unasked, shut down, or left without a scheduler. */
class EndingTest {

    private record Never() implements Command<String> {}

    /** Never ends by itself. */
    private static final ProcessType DEAF = Scripted.type("deaf", (self, events, out) -> out.idle());

    private static final ProcessType CIVIL = Scripted.type("civil", (self, events, out) -> {
        if (events.stream().anyMatch(Event.Cancel.class::isInstance)) {
            out.done("bye");
        }
    });

    @Test
    void aCancellationReachesABlockedProcess() throws Exception {
        GmpScheduler scheduler = World.scheduler(1).build();
        ProcessesBuilder builder = World.quiet(scheduler, Scripted.type("waiting", (self, events, out) -> {
                    if (events.isEmpty()) {
                        out.yield(new Never());
                    } else {
                        out.done(events.get(0));
                    }
                }))
                .dispatch(Never.class, (command, pid, tag) -> {});
        try (World world = new World(scheduler, builder)) {
            Pid pid = world.start("waiting");
            world.await(pid, ProcessState.BLOCKED);

            world.processes.cancel(pid, "tired");

            assertThat(world.result(pid)).isEqualTo(new Event.Cancel("tired"));
        }
    }

    /** Here while it is made; between two looks at its mailbox in general. */
    @Test
    void aMessageDoesNotOvertakeTheCancellationThatWasSentBeforeIt() throws Exception {
        CountDownLatch making = new CountDownLatch(1);
        CountDownLatch mayBeMade = new CountDownLatch(1);
        List<Event> heard = new CopyOnWriteArrayList<>();
        class Slow extends Scripted {

            Slow() {
                super((self, events, out) -> {
                    heard.addAll(events);
                    if (heard.size() == 2) {
                        out.done(null);
                    }
                });
            }

            @Override
            public void init(ProcessContext own, String ownMethod, @Nullable Object ownInput) throws Exception {
                super.init(own, ownMethod, ownInput);
                making.countDown();
                mayBeMade.await();
            }
        }
        ProcessType type = ProcessType.of("slow", Slow::new, "run");
        try (World world = World.of(type)) {
            Pid pid = world.start("slow");
            making.await();
            world.processes.cancel(pid, "tired");
            world.processes.send(pid, "late");
            mayBeMade.countDown();
            world.result(pid);
        }
        assertThat(heard).first().isEqualTo(new Event.Cancel("tired"));
    }

    @Test
    void aProcessThatIsAskedTwiceHearsItOnce() throws Exception {
        AtomicInteger asked = new AtomicInteger();
        ProcessType type = Scripted.type("counting", (self, events, out) -> {
            for (Event event : events) {
                if (event instanceof Event.Cancel) {
                    asked.incrementAndGet();
                } else {
                    out.done(null);
                }
            }
        });
        try (World world = World.of(type)) {
            Pid pid = world.start("counting");

            assertThat(world.processes.cancel(pid, "first")).isTrue();
            assertThat(world.processes.cancel(pid, "second")).isTrue();
            world.processes.send(pid, "end");
            world.result(pid);
        }
        assertThat(asked).hasValue(1);
    }

    @Test
    void aProcessThatIsEndedIsNotAsked() {
        AtomicInteger closed = new AtomicInteger();
        ProcessType type = ProcessType.of(
                "deaf",
                () -> new Scripted((self, events, out) -> out.idle()) {
                    @Override
                    public void close() {
                        closed.incrementAndGet();
                    }
                },
                "run");
        try (World world = World.of(type)) {
            Pid pid = world.start("deaf");
            world.await(pid, ProcessState.IDLE);
            world.processes.cancel(pid, "please");

            assertThat(world.processes.end(pid, "now")).isTrue();
            assertThat(world.error(pid))
                    .isInstanceOf(CancellationException.class)
                    .hasMessage("now");
            assertThat(world.processes.result(pid)).isCancelled();
            assertThat(world.processes.end(pid, "again")).isFalse();
            assertThat(world.processes.snapshot(0).types().get(0).cancelled()).isOne();
        }
        assertThat(closed).hasValue(1);
    }

    @Test
    void shutdownAsksAllAndReportsThoseThatAreLeft() throws Exception {
        try (World world = World.of(DEAF, CIVIL)) {
            Pid deaf = world.start("deaf");
            Pid civil = world.start("civil");
            world.await(deaf, ProcessState.IDLE);

            assertThat(world.processes.shutdown(Duration.ZERO).left()).hasSizeLessThanOrEqualTo(2);
            assertThat(world.result(civil)).isEqualTo("bye");
            ShutdownReport report = world.processes.shutdown(Duration.ofMillis(1));

            assertThat(report.left()).singleElement().satisfies(left -> {
                assertThat(left.pid()).isEqualTo(deaf.number());
                assertThat(left.type()).isEqualTo("deaf");
            });
            assertThatThrownBy(() -> world.start("civil"))
                    .isInstanceOf(RejectedExecutionException.class)
                    .hasMessageContaining("shut down");
            assertThat(world.processes.shutdownNow(Duration.ofSeconds(60)).isComplete())
                    .isTrue();
            assertThat(world.processes.size()).isZero();
        }
    }

    @Test
    void closingReturnsWhileAStepDoesNot() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch mayEnd = new CountDownLatch(1);
        GmpScheduler scheduler = World.scheduler(2).build();
        ProcessesBuilder builder = World.quiet(scheduler, DEAF, Scripted.type("stuck", (self, events, out) -> {
                    begun.countDown();
                    mayEnd.await();
                }))
                .closeTimeout(Duration.ofMillis(1));
        try (World world = new World(scheduler, builder)) {
            Pid deaf = world.start("deaf");
            Pid stuck = world.start("stuck");
            begun.await();

            world.processes.close();

            assertThat(world.error(deaf)).isInstanceOf(CancellationException.class);
            assertThat(world.processes.info(stuck.number()).orElseThrow().state())
                    .isEqualTo(ProcessState.RUNNING);
            mayEnd.countDown();
            assertThat(world.error(stuck)).isInstanceOf(CancellationException.class);
        }
    }

    /** A line each, or one of 70 MB, is of no use. */
    @Test
    void ofManyThatDoNotEndAFewAreNamed() throws Exception {
        CountDownLatch begun = new CountDownLatch(60);
        CountDownLatch mayEnd = new CountDownLatch(1);
        List<String> logged = new CopyOnWriteArrayList<>();
        Logger log = Logger.getLogger(Processes.class.getName());
        Handler handler = new Handler() {
            @Override
            public void publish(LogRecord message) {
                logged.add(message.getMessage());
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        };
        GmpScheduler scheduler = World.scheduler(2).build();
        ProcessesBuilder builder = World.quiet(scheduler, Scripted.type("stuck", (self, events, out) -> {
                    begun.countDown();
                    mayEnd.await();
                }))
                .closeTimeout(Duration.ofMillis(1));
        log.addHandler(handler);
        try (World world = new World(scheduler, builder)) {
            for (int i = 0; i < 60; i++) {
                world.start("stuck");
            }
            begun.await();

            world.processes.close();
            ShutdownReport report = world.processes.shutdownNow(Duration.ZERO);

            mayEnd.countDown();
            assertThat(report.left()).hasSize(60);
            assertThat(report).asString().contains("left=60: stuck ").endsWith(", and 10 more]");
            assertThat(logged)
                    .singleElement()
                    .asString()
                    .startsWith("60 processes of ")
                    .endsWith(", and 10 more");
            assertThat(logged.get(0).split("stuck ")).hasSize(51);
        } finally {
            log.removeHandler(handler);
        }
    }

    @Test
    void aMessageThatTheSchedulerRefusesToCarryEndsItsProcess() {
        try (World world = World.of(DEAF)) {
            Pid pid = world.start("deaf");
            world.await(pid, ProcessState.IDLE);
            world.scheduler.shutdown();

            world.processes.send(pid, "still there?");

            assertThat(world.error(pid)).isInstanceOf(RejectedExecutionException.class);
            assertThat(world.processes.send(pid, "still there?")).isEqualTo(SendResult.ENDED);
            assertThatThrownBy(() -> world.result(world.start("deaf")))
                    .hasCauseInstanceOf(RejectedExecutionException.class);
        }
    }

    @Test
    void afterAnOrderlyShutdownOfTheSchedulerWhatIsUnderWayGoesOn() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch down = new CountDownLatch(1);
        ProcessType type = Scripted.type("counting", (self, events, out) -> {
            begun.countDown();
            down.await();
            int left = events.isEmpty() ? 100 : (int) ((Event.Message) events.get(0)).data();
            if (left == 0) {
                out.done("counted");
            } else {
                self.context().send(self.context().self(), left - 1);
            }
        });
        try (World world = World.of(type)) {
            Pid pid = world.start("counting");
            begun.await();
            world.scheduler.shutdown();
            down.countDown();

            assertThat(world.result(pid)).isEqualTo("counted");
        }
    }

    @Test
    void noMoreThanTheMost() throws Exception {
        GmpScheduler scheduler = World.scheduler(1).build();
        try (World world = new World(scheduler, World.quiet(scheduler, CIVIL).maxProcesses(2))) {
            List<Pid> both = List.of(world.start("civil"), world.start("civil"));

            assertThatThrownBy(() -> world.start("civil"))
                    .isInstanceOf(RejectedExecutionException.class)
                    .hasMessageContaining("max-processes");
            world.processes.cancel(both.get(0), "room");
            world.result(both.get(0));
            world.processes.cancel(world.start("civil"), "room");
        }
    }
}
