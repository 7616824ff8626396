package dev.gmp.observe.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.gmp.Goroutines;
import dev.gmp.channel.Channel;
import dev.gmp.config.GoroutineMode;
import dev.gmp.internal.jdk.VirtualThreads;
import dev.gmp.testkit.Schedulers;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.ToLongFunction;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Profiles while goroutines start and end, and of very many: those that stand still are all found, each once. */
class ProfileStressTest {

    private static final int STANDING = 2_000;
    private static final int PROFILES = 10;
    private static final long MOST_EXAMINED = 65_536;

    /** Five standard deviations of the share 0.6 in a sample of the smallest size. */
    private static final double SAMPLING_ERROR = 0.02;

    @BeforeEach
    void onlyWhereAvailable() {
        assumeTrue(VirtualThreads.available(), VirtualThreads::reason);
    }

    @Test
    void thoseThatStandStillAreFoundOnceWhileOthersComeAndGo() throws Exception {
        try (Workload workload = new Workload(GoroutineMode.VIRTUAL)) {
            Channel<String> channel = Channel.unbuffered();
            AtomicBoolean over = new AtomicBoolean();
            AtomicLong ended = new AtomicLong();
            workload.releaseBy(() -> over.set(true));
            workload.start(STANDING / 2, channel::receive);
            workload.start(20, () -> {
                while (!over.get()) {
                    workload.start(1, ended::incrementAndGet);
                    Thread.yield();
                }
            });
            workload.start(STANDING / 2, channel::receive);
            workload.await(STANDING, "channel receive");

            long before = ended.get();
            for (int i = 0; i < PROFILES; i++) {
                GoroutineProfile profile = workload.profile();
                assertThat(profile.groups())
                        .filteredOn(group -> group.waits().containsKey("channel receive"))
                        .singleElement()
                        .extracting(GoroutineGroup::count)
                        .isEqualTo((long) STANDING);
            }
            assertThat(ended.get()).as("others came and went").isGreaterThan(before);
        }
    }

    /** As many as {@code gmp.stress.goroutines} says, which are more than a profile examines. A million need two gigabytes of heap. */
    @Test
    @Tag("long")
    @Timeout(1_200)
    void veryManyThatStandStill() throws Exception {
        profileOf(Integer.getInteger("gmp.stress.goroutines", 1_000_000));
    }

    /** 60 of 100 at a channel, 30 at a latch, 10 at a queue; one of 20 has a label. */
    private static void profileOf(int number) throws Exception {
        try (Workload workload = new Workload(GoroutineMode.VIRTUAL)) {
            Channel<String> channel = Channel.unbuffered();
            CountDownLatch end = new CountDownLatch(1);
            LinkedBlockingQueue<String> queue = new LinkedBlockingQueue<>();
            workload.start(number / 100 * 60, channel::receive);
            workload.start(number / 100 * 25, end::await);
            workload.start(number / 100 * 5, () -> {
                Goroutines.label("key", "value");
                end.await();
            });
            workload.start(number / 100 * 10, queue::take);
            workload.awaitWaiting(number);

            GoroutineProfile ample = workload.profile();
            assertThat(ample.live()).isEqualTo(number);
            assertThat(ample.examined())
                    .as("a bounded sample, also on a busy machine")
                    .isBetween(MOST_EXAMINED / 4, MOST_EXAMINED);
            assertThat(ample.isSampled()).isTrue();
            assertThat(ample.ungrouped()).isZero();
            assertNumbersAddUp(ample);
            assertThat(waiting(ample, "channel receive")).isCloseTo(0.6, within(SAMPLING_ERROR));
            assertThat(waiting(ample, "CountDownLatch")).isCloseTo(0.3, within(SAMPLING_ERROR));
            assertThat(waiting(ample, "queue LinkedBlockingQueue.take")).isCloseTo(0.1, within(SAMPLING_ERROR));
            assertThat(share(ample, group -> group.labels().getOrDefault("key=value", 0L)))
                    .isCloseTo(0.05, within(SAMPLING_ERROR));

            GoroutineProfile hasty = workload.scheduler.goroutineProfile(Duration.ofNanos(1));
            assertThat(hasty.examined()).as("one stack after its time is over").isOne();
            assertThat(hasty.live())
                    .as("by the counts, where the walk has not been")
                    .isEqualTo(number);
            assertNumbersAddUp(hasty);

            GoroutineProfile normal = workload.scheduler.goroutineProfile();
            assertThat(normal.live()).isEqualTo(number);
            assertThat(normal.examined()).isBetween(1L, MOST_EXAMINED);
            assertNumbersAddUp(normal);

            long before = workload.scheduler.snapshot().counters().completed();
            channel.close();
            end.countDown();
            for (int i = 0; i < number / 100 * 10; i++) {
                queue.add("end");
            }
            Schedulers.await(workload.scheduler, now -> now.counters().completed() - before == number);
            assertThat(workload.profile().live()).isZero();
        }
    }

    private static void assertNumbersAddUp(GoroutineProfile profile) {
        assertThat(profile.groups().stream().mapToLong(GoroutineGroup::count).sum() + profile.ungrouped())
                .isEqualTo(profile.examined());
        assertThat(profile.groups()).allSatisfy(group -> {
            assertThat(group.states()).isEqualTo(Workload.parked(group.count()));
            assertThat(group.waits().values()).containsExactly(group.count());
            assertThat(group.tasks().values()).containsExactly(group.count());
        });
    }

    private static double waiting(GoroutineProfile profile, String what) {
        return share(profile, group -> group.waits().getOrDefault(what, 0L));
    }

    private static double share(GoroutineProfile profile, ToLongFunction<GoroutineGroup> number) {
        return (double) profile.groups().stream().mapToLong(number).sum() / profile.examined();
    }
}
