package dev.gmp.benchmarks.workload.meet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gmp.benchmarks.peer.Parallelism;
import dev.gmp.benchmarks.peer.Peer;
import dev.gmp.benchmarks.peer.RunningPeer;
import java.util.Set;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** In every meeting all goroutines come to their end, having received what they should, and their rounds are counted. */
class MeetingTest {
    private static final int ROUNDS = 20;
    private static final int ROUNDS_OF_THOUSANDS = 2;

    /** These start goroutines in each round too. */
    private static final Set<String> STARTING = Set.of("join", "joinTimed");

    static Stream<Arguments> everyMeetingOnEveryPeer() {
        return Meetings.ALL.stream()
                .flatMap(meeting -> Stream.of(Peer.GMP_VIRTUAL, Peer.VIRTUAL_THREADS)
                        .filter(Peer::isAvailable)
                        .map(peer -> Arguments.of(meeting, peer)));
    }

    @ParameterizedTest(name = "{0} on {1}", allowZeroInvocations = true)
    @MethodSource("everyMeetingOnEveryPeer")
    void endsWithAllRoundsDone(Meeting meeting, Peer peer) {
        int rounds = meeting.perRound() > 1_000 ? ROUNDS_OF_THOUSANDS : ROUNDS;
        AtomicInteger made = new AtomicInteger();
        try (RunningPeer running = peer.start(Parallelism.ofThisJvm())) {
            ThreadFactory counting = body -> {
                made.incrementAndGet();
                return running.threads().newThread(body);
            };
            MeetBatch batch = meeting.batch(counting, rounds);
            int goroutines = made.get();

            batch.run();

            assertThat(batch.executions()).isEqualTo((long) goroutines * rounds).isEqualTo(batch.expectedExecutions());
            assertThat(made).hasValue(STARTING.contains(meeting.id()) ? goroutines + rounds : goroutines);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "synchronousQueue, 2, 1",
        "synchronousQueue64, 128, 64",
        "synchronousQueueShared, 128, 64",
        "exchanger, 2, 1",
        "barrier8, 8, 1",
        "phaserShared, 64, 1",
        "lock, 2, 2",
        "lock64, 64, 64",
        "readWriteLock64, 128, 128",
        "sleep50us64, 64, 64",
        "hikariBag50us, 2000, 2000"
    })
    void hasSoManyGoroutinesAndOperations(String id, int goroutines, int operationsPerRound) {
        Meeting meeting = Meetings.ALL.stream()
                .filter(one -> one.id().equals(id))
                .findFirst()
                .orElseThrow();

        MeetBatch batch = meeting.batch(Thread::new, 10);

        assertThat(batch.expectedExecutions()).isEqualTo(10L * goroutines);
        assertThat(batch.operations()).isEqualTo(10L * operationsPerRound);
    }

    @Test
    void eachHasANameOfItsOwn() {
        assertThat(Meetings.ALL).extracting(Meeting::id).doesNotHaveDuplicates();
    }

    /** And does not wait for the other goroutine, which nothing wakes any more. */
    @Test
    void failsIfAGoroutineReceivesAnotherRound() {
        Meeting wrong = Meetings.two("wrong", "a queue that miscounts", () -> {
            LinkedBlockingQueue<Integer> queue = new LinkedBlockingQueue<>();
            return new Channel(
                    round -> queue.put(round == 3 ? 4 : round),
                    Channel.queue(queue).receive());
        });

        assertThatThrownBy(() -> wrong.batch(Thread::new, 10).run())
                .isInstanceOf(IllegalStateException.class)
                .cause()
                .hasMessage("In round 3 it received 4");
    }

    @Test
    void failsIfALockIsHeldByTwo() {
        Meeting wrong = Meeting.of(
                "wrong",
                "no lock",
                "a lock",
                2,
                threads -> Gathering.contended(2, new Unlocked(), lock -> LockSupport.parkNanos(1)));

        assertThatThrownBy(() -> wrong.batch(Thread::new, 1_000_000).run())
                .isInstanceOf(IllegalStateException.class)
                .cause()
                .hasMessage("Another goroutine holds the lock too");
    }

    private static final class Unlocked extends ReentrantLock {
        @Override
        public void unlock() {
            // was not locked
        }
    }
}
