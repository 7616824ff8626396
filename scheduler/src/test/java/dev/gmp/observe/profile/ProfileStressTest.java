package dev.gmp.observe.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.gmp.channel.Channel;
import dev.gmp.config.GoroutineMode;
import dev.gmp.internal.jdk.VirtualThreads;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Profiles while goroutines start and end, and of very many: those that stand still are all found, each once. */
class ProfileStressTest {

    private static final int STANDING = 2_000;
    private static final int PROFILES = 30;
    private static final int MILLION = 1_000_000;

    @BeforeEach
    void onlyWhereAvailable() {
        assumeTrue(VirtualThreads.available(), VirtualThreads::reason);
    }

    @Test
    @Timeout(240)
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

    /** Needs two gigabytes of heap. */
    @Test
    @Tag("long")
    @Timeout(1_200)
    void aMillionThatStandStillWithinTheBudget() throws Exception {
        Duration budget = Duration.ofMillis(500);
        try (Workload workload = new Workload(GoroutineMode.VIRTUAL)) {
            Channel<String> channel = Channel.unbuffered();
            workload.start(MILLION, channel::receive);
            workload.await(group -> group.states().waiting() == group.count() && group.count() > 1_000);

            GoroutineProfile profile = workload.scheduler.goroutineProfile(budget);
            assertThat(profile.live()).isEqualTo(MILLION);
            assertThat(profile.isSampled()).isTrue();
            assertThat(profile.examined()).isBetween(1L, 65_536L);
            assertThat(profile.groups()).hasSize(1);
        }
    }
}
