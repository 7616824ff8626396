package dev.gmp.internal.quota;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.gmp.GmpScheduler;
import dev.gmp.Goroutines;
import dev.gmp.config.GoroutineMode;
import dev.gmp.config.SchedulerConfig;
import dev.gmp.config.cpu.CpuLimit;
import dev.gmp.config.cpu.CpuLimitSource;
import dev.gmp.internal.gmp.Machine;
import dev.gmp.internal.gmp.MachineThreads;
import dev.gmp.internal.jdk.KernelPriority;
import dev.gmp.internal.jdk.KernelPriority.Trial;
import dev.gmp.internal.runq.LocalRunQueue;
import dev.gmp.internal.wiring.Scheduler;
import dev.gmp.testkit.AllowedCpus;
import dev.gmp.testkit.Niceness;
import dev.gmp.testkit.Schedulers;
import java.time.Duration;
import java.util.BitSet;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * NICE-1, by what the kernel says of the threads: a machine that computes without a processor is lowered, and one that holds one is not.
 *
 * <p>A task that holds a processor after it has read its thread's nice value has held it since it began, as long as it did
 * not meet the scheduler in between. So what it read must be the normal value, however slow the machine is.
 */
public class OvertimePriorityTest {

    private static final int STEPS = 7;

    /** What a thread that has ended, or not begun, is said to have. */
    private static final int GONE = Integer.MAX_VALUE;

    private final Queue<String> broken = new ConcurrentLinkedQueue<>();
    private final AtomicInteger ended = new AtomicInteger();
    private volatile boolean over;
    private int normal;
    private int low;
    private BitSet all;
    private Scheduler scheduler;

    @BeforeEach
    void readNormal() {
        assumeTrue(KernelPriority.available(), KernelPriority.reason());
        normal = Niceness.ofCaller();
        all = AllowedCpus.ofCaller();
        low = normal + STEPS;
    }

    @AfterEach
    void close() throws Exception {
        over = true;
        if (scheduler != null) {
            scheduler.shutdown();
            assertThat(scheduler.awaitTermination(60, TimeUnit.SECONDS)).isTrue();
        }
    }

    @Test
    void machinesInOvertimeAreLoweredAndThoseWithAProcessorAreNot() throws Exception {
        open(1, OvertimeKernel.SYSTEM);
        AtomicInteger hog = new AtomicInteger();
        scheduler.execute(() -> {
            hog.set(Niceness.idOfCaller());
            compute();
        });
        soon().until(() -> niceOf(hog.get()) == low);
        runAll(this::check);
        assertThat(scheduler.snapshot().counters().priorityLowerings()).isPositive();
    }

    /** It has no processor that could be taken from it. With a long slice it loses that by blocking, not for want of a CPU. */
    @Test
    void aMachineThatComputesAfterALossByBlockingIsLoweredToo() throws Exception {
        scheduler = under(OvertimeKernel.SYSTEM, STEPS, 1, Duration.ofSeconds(1));
        runAll(Niceness::idOfCaller); // reading it for the first time may block
        long handoffs = scheduler.snapshot().counters().handoffs();
        AtomicInteger hog = new AtomicInteger();
        CompletableFuture<Void> comesBack = new CompletableFuture<>();
        scheduler.execute(
                () -> {
                    hog.set(Niceness.idOfCaller());
                    comesBack.join();
                    compute();
                },
                GoroutineMode.DIRECT);
        soon().until(() -> hog.get() != 0 && scheduler.snapshot().counters().handoffs() > handoffs);
        assertThat(niceOf(hog.get())).isEqualTo(normal);
        comesBack.complete(null);
        soon().until(() -> niceOf(hog.get()) == low);
        assertThat(scheduler.snapshot().machineCounts().overtime()).isEqualTo(1);
        runAll(this::check);
    }

    @Test
    void aDirectGoroutineInOvertimeIsLeftAloneWhereNoThreadIsRaised() throws Exception {
        open(1, new UnprivilegedKernel());
        AtomicInteger hog = new AtomicInteger();
        scheduler.execute(
                () -> {
                    hog.set(Niceness.idOfCaller());
                    compute();
                },
                GoroutineMode.DIRECT);
        soon().until(() -> scheduler.snapshot().machineCounts().overtime() == 1);
        assertThat(niceOf(hog.get())).isEqualTo(normal);
        assertThat(scheduler.snapshot().counters().priorityLowerings()).isZero();
        runAll(this::check);
        assertThat(niceOf(hog.get())).isEqualTo(normal);
    }

    /** A thread that the kernel does not raise again ends with what it computed, and others do the rest. */
    @Test
    void aThreadThatIsNotRaisedEnds() throws Exception {
        open(1, new UnprivilegedKernel());
        AtomicInteger hog = new AtomicInteger();
        CountDownLatch meetsScheduler = new CountDownLatch(1);
        scheduler.execute(() -> {
            hog.set(Niceness.idOfCaller());
            compute();
            LockSupport.parkNanos(1_000_000);
            check();
            meetsScheduler.countDown();
        });
        soon().until(() -> niceOf(hog.get()) == low);
        over = true;
        meetsScheduler.await();
        soon().until(() -> Niceness.of(hog.get()).isEmpty());
        runAll(this::check);
    }

    /** What a lowered thread would start, it would hand its priority on to. */
    @Test
    void whatALoweredGoroutineSubmitsRunsOnNormalThreads() throws Exception {
        open(4, new UnprivilegedKernel());
        CountDownLatch done = new CountDownLatch(20);
        scheduler.execute(() -> {
            Machine machine = MachineThreads.current();
            while (!machine.priority().isLowered()) {
                Thread.onSpinWait();
            }
            for (int i = 0; i < 20; i++) {
                scheduler.execute(() -> {
                    check();
                    done.countDown();
                });
                check();
            }
            compute();
        });
        done.await();
        over = true;
        assertThat(broken).isEmpty();
    }

    @Test
    void lockingToAMachineTakesOneThatIsNotLowered() throws Exception {
        open(1, new UnprivilegedKernel());
        AtomicInteger before = new AtomicInteger();
        CountDownLatch done = new CountDownLatch(1);
        scheduler.execute(() -> {
            before.set(Niceness.idOfCaller());
            compute();
            Goroutines.lockMachine();
            Goroutines.yield();
            check();
            Goroutines.unlockMachine();
            done.countDown();
        });
        soon().until(() -> niceOf(before.get()) == low);
        over = true;
        done.await();
        assertThat(broken).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void hogsLeaveNoLoweredMachineBehind(boolean raises) throws Exception {
        live(raises, 2);
    }

    @ParameterizedTest
    @Tag("long")
    @Timeout(600)
    @ValueSource(booleans = {true, false})
    void norDoManyRoundsOfThem(boolean raises) throws Exception {
        live(raises, 4 * Integer.getInteger("gmp.stress.seconds", 60));
    }

    private void live(boolean raises, int rounds) throws Exception {
        open(3, raises ? OvertimeKernel.SYSTEM : new UnprivilegedKernel());
        assumeTrue(!raises || KernelPriority.tryLowering(low) == Trial.MAY_RAISE, "this user may not raise priorities");
        int submitted = 0;
        for (int round = 0; round < rounds; round++) {
            over = false;
            long lowered = scheduler.snapshot().counters().priorityLowerings();
            for (int i = 0; i < 6; i++) {
                scheduler.execute(this::hog, GoroutineMode.VIRTUAL);
                scheduler.execute(this::hog, GoroutineMode.DIRECT);
                scheduler.execute(this::lockedHog, GoroutineMode.VIRTUAL);
                submitted += 3;
            }
            for (int i = 0; i < 20; i++) {
                scheduler.execute(this::check, i % 2 == 0 ? GoroutineMode.VIRTUAL : GoroutineMode.DIRECT);
            }
            scheduler.setProcs(1 + round % 4);
            soon().until(() -> scheduler.snapshot().counters().priorityLowerings() > lowered);
            over = true;
            int all = submitted;
            soon().until(() -> ended.get() == all);
        }
        soon().until(() ->
                machines().stream().allMatch(machine -> !machine.thread().isAlive() || machine.isParked()));
        assertThat(machines()).allSatisfy(machine -> {
            assertThat(niceOf(machine)).isIn(normal, GONE);
            assertThat(AllowedCpus.of(machine.kernelThread().id())).isIn(all, new BitSet());
        });
        assertThat(broken).isEmpty();
    }

    @Test
    void aKernelThatRefusesToLowerIsAskedOnce() throws Exception {
        AtomicInteger calls = new AtomicInteger();
        open(1, new UnprivilegedKernel() {
            @Override
            public boolean set(int kernelId, int priority) {
                calls.incrementAndGet();
                return false;
            }

            @Override
            public Trial tryLowering(int low) {
                return Trial.REFUSES;
            }
        });
        scheduler.execute(this::compute);
        soon().until(() -> scheduler.snapshot().machineCounts().overtime() == 1);
        runAll(this::check);
        assertThat(calls).hasValue(0);
    }

    /** What the kernel is told to do when nothing is lower than the present priority. */
    @Test
    void nothingIsLowerThanTheLowest() throws Exception {
        AtomicInteger calls = new AtomicInteger();
        open(1, new UnprivilegedKernel() {
            @Override
            public int current() {
                return KernelPriority.LOWEST_NICE;
            }

            @Override
            public boolean set(int kernelId, int priority) {
                calls.incrementAndGet();
                return true;
            }
        });
        scheduler.execute(this::compute);
        soon().until(() -> scheduler.snapshot().machineCounts().overtime() == 1);
        runAll(() -> {});
        assertThat(calls).hasValue(0);
    }

    private void hog() {
        compute();
        check();
        Goroutines.checkpoint();
        check();
        LockSupport.parkNanos(100_000);
        check();
        ended.incrementAndGet();
    }

    private void lockedHog() {
        Goroutines.lockMachine();
        compute();
        Goroutines.yield();
        check();
        Goroutines.unlockMachine();
        ended.incrementAndGet();
    }

    private void compute() {
        while (!over) {
            Thread.onSpinWait();
        }
    }

    private void check() {
        Machine machine = MachineThreads.current();
        int nice = Niceness.ofCaller();
        BitSet cpus = AllowedCpus.ofCaller();
        if (MachineThreads.current() == machine && machine.holdsProcessor()) {
            if (nice != normal || !cpus.equals(all)) {
                broken.add(machine.name() + " holds a processor at " + nice + ", and may run on " + cpus);
            }
        }
    }

    /** On both kinds of goroutine, many, and waits for them. */
    private void runAll(Runnable task) throws Exception {
        CountDownLatch left = new CountDownLatch(100);
        for (int i = 0; i < 100; i++) {
            scheduler.execute(
                    () -> {
                        task.run();
                        left.countDown();
                    },
                    i % 2 == 0 ? GoroutineMode.VIRTUAL : GoroutineMode.DIRECT);
        }
        left.await();
        assertThat(broken).isEmpty();
    }

    private static ConditionFactory soon() {
        return Awaitility.await().atMost(Duration.ofSeconds(60));
    }

    private static int niceOf(int id) {
        return id == 0 ? GONE : Niceness.of(id).orElse(GONE);
    }

    private static int niceOf(Machine machine) {
        return niceOf(machine.kernelThread().id());
    }

    private static List<Machine> machines() {
        return Thread.getAllStackTraces().keySet().stream()
                .map(MachineThreads::of)
                .filter(Objects::nonNull)
                .filter(machine -> machine.name().startsWith("gmp-nice-"))
                .toList();
    }

    private void open(int procs, OvertimeKernel kernel) {
        scheduler = under(kernel, STEPS, procs);
    }

    /** Of virtual goroutines, with a quota of one CPU; nothing says how much of it is used, so nothing is paced. */
    public static Scheduler under(OvertimeKernel kernel, int steps, int procs) {
        return under(kernel, steps, procs, Duration.ofMillis(10));
    }

    private static Scheduler under(OvertimeKernel kernel, int steps, int procs, Duration timeSlice) {
        SchedulerConfig config = Schedulers.config(GmpScheduler.builder()
                .name("nice")
                .maxProcs(procs)
                .goroutines(GoroutineMode.VIRTUAL)
                .timeSlice(timeSlice)
                .stallAfter(Duration.ZERO));
        CpuLimitSource oneCpu = () -> new CpuLimit(1, "test");
        return new Scheduler(config, null, oneCpu, new OvertimePriority(steps, kernel), LocalRunQueue.CAPACITY, true);
    }
}
