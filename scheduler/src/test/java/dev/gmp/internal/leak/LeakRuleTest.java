package dev.gmp.internal.leak;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.gmp.channel.Channel;
import dev.gmp.config.GoroutineMode;
import dev.gmp.internal.jdk.VirtualThreads;
import dev.gmp.observe.GoroutineCounts;
import dev.gmp.observe.leak.LeakSuspect;
import dev.gmp.observe.profile.GoroutineGroup;
import dev.gmp.observe.profile.GoroutineProfile;
import dev.gmp.testkit.Schedulers;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** LEAK-1: what grows and never goes on is suspect, and what is only slow is not. */
class LeakRuleTest {

    private static final Duration AMPLE = Duration.ofSeconds(60);
    /** Beside the inaccuracy of waits, the rule allows for so much. */
    static final long PROMPT_NANOS = 20_000_000;

    private static final String FRAME = "park";

    private final LeakRule severe = new LeakRule(Duration.ZERO);
    private long nanoTime;

    @ParameterizedTest
    @ValueSource(strings = {"a forgotten receiver", "a future that nothing completes"})
    void goroutinesThatNothingWillEverWake(String which) {
        assumeTrue(VirtualThreads.available(), VirtualThreads::reason);
        Channel<String> channel = Channel.unbuffered();
        CompletableFuture<String> future = new CompletableFuture<>();
        Stuck.Body body = which.contains("future") ? future::get : channel::receive;
        try (Stuck stuck = new Stuck(Schedulers.direct(2).goroutines(GoroutineMode.VIRTUAL))) {
            List<LeakSuspect> found = List.of();
            for (int i = 0; i <= LeakRule.GROWTHS; i++) {
                assertThat(found).isEmpty();
                stuck.start(body);
                found = severe.look(awaitParked(stuck, i + 1), nanoTime);
            }

            assertThat(found).hasSize(1);
            LeakSuspect suspect = found.get(0);
            assertThat(suspect.count()).isEqualTo(LeakRule.GROWTHS + 1);
            assertThat(suspect.grown()).isEqualTo(LeakRule.GROWTHS);
            assertThat(suspect.group().stack())
                    .anyMatch(frame -> frame.getClassName().startsWith(Stuck.class.getName()));
            assertThat(suspect.toText(true))
                    .startsWith("leak suspect: 4 goroutines, 3 more since ")
                    .contains("# waits for: ", "Stuck.");
            assertThat(suspect.toText(false)).doesNotContain("Stuck.java");
        }
    }

    private GoroutineProfile awaitParked(Stuck stuck, int count) {
        return awaitGroup(
                stuck, group -> group.count() == count && group.states().waiting() == count);
    }

    /** What is read in a long time has waits that are too long for the time of the look. */
    private GoroutineProfile awaitGroup(Stuck stuck, Predicate<GoroutineGroup> wanted) {
        return await().atMost(AMPLE)
                .until(
                        () -> {
                            nanoTime = System.nanoTime();
                            GoroutineProfile profile = stuck.scheduler.goroutineProfile(AMPLE);
                            return System.nanoTime() - nanoTime < PROMPT_NANOS ? profile : null;
                        },
                        profile -> profile != null
                                && profile.groups().stream()
                                        .anyMatch(group -> wanted.test(group) && group.oldestWait() != null));
    }

    /** Two values more at each look, of which the consumer takes one: the backlog grows, and each sender goes on in the end. */
    @Test
    void aBacklogBeforeASlowConsumerIsNotSuspect() throws InterruptedException {
        assumeTrue(VirtualThreads.available(), VirtualThreads::reason);
        Channel<String> channel = Channel.unbuffered();
        try (Stuck stuck = new Stuck(Schedulers.direct(2).goroutines(GoroutineMode.VIRTUAL))) {
            Stuck.Body send = () -> channel.send("value");
            for (int look = 0; look < 6; look++) {
                stuck.start(send);
                stuck.start(send);
                if (look > 0) {
                    channel.receive();
                }
                GoroutineProfile profile = awaitParked(stuck, look + 2);
                assertThat(severe.look(profile, nanoTime)).isEmpty();
                Thread.sleep(200); // longer than the accuracy of waits
            }
        }
    }

    /** A second between looks: counts, and the oldest wait in seconds, at each of them. */
    @ParameterizedTest
    @CsvSource(textBlock = """
                    grows             | 1 2 3 4       | 9 10 11 12    | true
                    grows seldom      | 1 1 2 2 3 3 4 | 1 2 3 4 5 6 7 | true
                    too few growths   | 1 1 2 2 2 2 3 | 1 2 3 4 5 6 7 | false
                    stays large       | 9 9 9 9 9 9 9 | 1 2 3 4 5 6 7 | false
                    shrinks           | 1 2 3 2 3 4 3 | 1 2 3 4 5 6 7 | false
                    grows after that  | 9 2 3 4 5     | 1 2 3 4 5     | true
                    the oldest goes on| 1 2 3 4 5 6 7 | 9 9 10 10 11 11 12 | false
                    then it stays     | 1 2 3 4 5 6 7 | 1 2 1 2 3 4 5 | true
                    """, delimiter = '|')
    void theOldestWaitAndTheCountsDecide(String name, String counts, String waits, boolean isSuspect) {
        assertThat(after(severe, counts, waits, "channel receive", FRAME)).isEqualTo(isSuspect);
    }

    @Test
    void theOldestHasWaitedForTheThreshold() {
        LeakRule patient = new LeakRule(Duration.ofSeconds(10));
        assertThat(after(patient, "1 2 3 4", "6 7 8 9", "queue", FRAME)).isFalse();
        assertThat(after(new LeakRule(Duration.ofSeconds(9)), "1 2 3 4", "6 7 8 9", "queue", FRAME))
                .isTrue();
    }

    @ParameterizedTest
    @CsvSource({
        "sleep, park",
        "socket read, park",
        "native method Files.read, park",
        "queue, parkNanos",
        "queue, parkUntil",
        "timed Object.wait, park"
    })
    void whatAClockOrAPeerEndsIsNotSuspect(String wait, String frame) {
        assertThat(after(severe, "1 2 3 4", "1 2 3 4", wait, frame)).isFalse();
    }

    /** Of 100 seen, 130 are no more: by chance one sees such numbers. */
    @Test
    void aSampleGrowsOnlyBeyondChance() {
        for (int count : new int[] {100, 110, 120, 130, 129}) {
            assertThat(severe.look(profile(count, 1_000, 1, "queue", FRAME), 0)).isEmpty();
        }
        LeakSuspect found = null;
        for (int count : new int[] {200, 300, 450}) {
            List<LeakSuspect> all = severe.look(profile(count, 1_000, 1, "queue", FRAME), 0);
            found = all.isEmpty() ? null : all.get(0);
        }
        assertThat(found).isNotNull();
        assertThat(found.count()).isEqualTo(4_500);
    }

    /** By chance it may lack the oldest ones, and have fewer than the last one. */
    @Test
    void ofAGroupThatGrowsASampleMayLackAny() {
        int[] counts = {100, 200, 190, 300, 450};
        int[] waits = {9, 3, 12, 4, 5};
        List<LeakSuspect> found = List.of();
        for (int i = 0; i < counts.length; i++) {
            assertThat(found).isEmpty();
            found = severe.look(profile(counts[i], 1_000, waits[i], "queue", FRAME), i * 1_000_000_000L);
        }
        assertThat(found).hasSize(1);
    }

    /** A pause of the JVM, say, leaves time for a few stacks: 400 in 4,000 are one in ten. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 3})
    void aSampleOfAFewForgetsNothing(int seen) {
        List<GoroutineGroup> groups = seen == 0 ? List.of() : List.of(group(seen, 0, "queue", FRAME));
        assertThatSuspectOutlasts(profile(groups, 4_000, 10, 0));
    }

    @Test
    void aGroupThatFoundNoRoomInTheProfileIsNotForgotten() {
        assertThatSuspectOutlasts(profile(List.of(), 400, 400, 399));
    }

    private void assertThatSuspectOutlasts(GoroutineProfile poor) {
        assertThat(after(severe, "100 200 300", "1 2 3", "queue", FRAME)).isFalse();
        LeakSuspect first = only(severe.look(profile(400, 0, 4, "queue", FRAME), 3_000_000_000L));
        LeakSuspect kept = only(severe.look(poor, 4_000_000_000L));
        LeakSuspect again = only(severe.look(profile(500, 0, 6, "queue", FRAME), 5_000_000_000L));

        assertThat(kept).isEqualTo(first);
        assertThat(again.since()).isEqualTo(first.since());
        assertThat(again.grown()).isEqualTo(400);
        assertThat(again.count()).isEqualTo(500);
    }

    private static LeakSuspect only(List<LeakSuspect> found) {
        assertThat(found).hasSize(1);
        return found.get(0);
    }

    /** Of 400 in 4,000 it would have seen 40 or so, or 4 at each of three looks. */
    @Test
    void aSampleThatWouldHaveSeenItForgetsIt() {
        assertThat(after(severe, "100 200 300 400", "1 2 3 4", "queue", FRAME)).isTrue();
        assertThat(severe.look(profile(List.of(), 4_000, 400, 0), 0)).isEmpty();

        assertThat(after(severe, "100 200 300 400", "1 2 3 4", "queue", FRAME)).isTrue();
        GoroutineProfile poor = profile(List.of(), 4_000, 40, 0);
        assertThat(severe.look(poor, 0)).hasSize(1);
        assertThat(severe.look(poor, 0)).hasSize(1);
        assertThat(severe.look(poor, 0)).isEmpty();
    }

    /** Their threads have no frame that tells a wait without a limit of time from one with it. */
    @ParameterizedTest
    @ValueSource(longs = {0, 3_600_000})
    void directGoroutinesInObjectWait(long millis) {
        Object monitor = new Object();
        Stuck.Body body = () -> {
            synchronized (monitor) {
                monitor.wait(millis);
            }
        };
        try (Stuck stuck = new Stuck(Schedulers.direct(2))) {
            List<LeakSuspect> found = List.of();
            for (int i = 1; i <= 12 && found.isEmpty(); i++) {
                stuck.start(body);
                found = severe.look(awaitBlocked(stuck, i), nanoTime);
            }

            assertThat(found.isEmpty()).isEqualTo(millis > 0);
        }
    }

    private GoroutineProfile awaitBlocked(Stuck stuck, int count) {
        return awaitGroup(
                stuck, group -> group.count() == count && group.states().syscall() == count);
    }

    private static boolean after(LeakRule rule, String counts, String waits, String waitsFor, String frame) {
        String[] count = counts.trim().split(" ");
        String[] wait = waits.trim().split(" ");
        boolean found = false;
        for (int i = 0; i < count.length; i++) {
            GoroutineProfile profile = profile(Long.parseLong(count[i]), 0, Long.parseLong(wait[i]), waitsFor, frame);
            found = !rule.look(profile, i * 1_000_000_000L).isEmpty();
        }
        return found;
    }

    /** @param examined of ten times as many; 0 for all */
    static GoroutineProfile profile(long count, long examined, long seconds, String waitsFor, String frame) {
        long seen = examined == 0 ? count : examined;
        long live = examined == 0 ? count : 10 * examined;
        return profile(List.of(group(count, seconds, waitsFor, frame)), live, seen, 0);
    }

    private static GoroutineGroup group(long count, long seconds, String waitsFor, String frame) {
        return new GoroutineGroup(
                List.of(new StackTraceElement("java.util.concurrent.locks.LockSupport", frame, null, 1)),
                count,
                new GoroutineCounts(0, 0, count, 0),
                Duration.ofSeconds(seconds),
                Map.of(),
                Map.of(),
                Map.of(waitsFor, count),
                Map.of());
    }

    private static GoroutineProfile profile(List<GoroutineGroup> groups, long live, long examined, long ungrouped) {
        return new GoroutineProfile("test", Instant.EPOCH, Duration.ZERO, live, examined, ungrouped, groups);
    }
}
