package dev.gmp.benchmarks.measure;

import dev.gmp.benchmarks.peer.Parallelism;
import dev.gmp.benchmarks.peer.Peer;
import dev.gmp.benchmarks.peer.RunningPeer;
import dev.gmp.benchmarks.workload.meet.MeetBatch;
import dev.gmp.benchmarks.workload.meet.Meeting;
import dev.gmp.benchmarks.workload.meet.Meetings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;

/**
 * Peers that take turns in this JVM with one meeting: in each turn all of them, one after the other, and in the next turn in
 * the opposite order.
 */
public final class MeetMeasurements {
    public static final String NANOS = "ns";
    /** Nanoseconds of the process's processor time an operation, the collector's and the compiler's included. */
    public static final String CPU_NANOS = "cpu-ns";

    /** A turn is so many batches: few goroutines are started, and what a batch takes is known early. */
    private static final int BATCHES = 4;

    /** The first batches run slow code: what they took says little of how long many more take. */
    private static final int MAX_GROWTH = 10;

    private MeetMeasurements() {}

    /**
     * Arguments: the meeting, the ids of the peers with commas in between, how many turns do not count, how many do, and how
     * many milliseconds each peer has in a turn at the least. Prints a line for each figure: turn, peer, key, value.
     */
    public static void main(String... args) {
        Meeting meeting = Meetings.ALL.stream()
                .filter(one -> one.id().equals(args[0]))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("Unknown meeting " + args[0]));
        List<Player> players = new ArrayList<>();
        for (String peer : args[1].split(",")) {
            players.add(new Player(Peer.byId(peer), meeting));
        }
        int warmUps = Integer.parseInt(args[2]);
        int turns = Integer.parseInt(args[3]);
        Duration length = Duration.ofMillis(Long.parseLong(args[4]));
        for (int turn = -warmUps; turn < turns; turn++) {
            for (Player player : players) {
                player.play(length, turn);
            }
            Collections.reverse(players);
        }
        players.forEach(player -> player.running.close());
    }

    /** A peer. */
    private static final class Player {
        private final Peer peer;
        private final Meeting meeting;
        private final RunningPeer running;
        private int rounds;

        Player(Peer peer, Meeting meeting) {
            this.peer = peer;
            this.meeting = meeting;
            this.running = peer.start(Parallelism.ofThisJvm());
            this.rounds = meeting.minRounds();
        }

        void play(Duration length, int turn) {
            ProcessCpu cpu = new ProcessCpu();
            long start = System.nanoTime();
            long operations = 0;
            long elapsed = 0;
            while (elapsed < length.toNanos()) {
                MeetBatch batch = meeting.batch(running.threads(), rounds);
                batch.run();
                operations += batch.operations();
                long before = elapsed;
                elapsed = System.nanoTime() - start;
                adjustRounds(length, elapsed - before);
            }
            if (turn >= 0) {
                print(turn, NANOS, (double) elapsed / operations);
                print(turn, CPU_NANOS, (double) cpu.nanos() / operations);
            }
        }

        private void adjustRounds(Duration length, long nanosOfBatch) {
            double growth = (double) length.toNanos() / BATCHES / nanosOfBatch;
            rounds = (int) Math.max(meeting.minRounds(), rounds * Math.min(growth, MAX_GROWTH));
        }

        private void print(int turn, String key, double value) {
            System.out.printf(Locale.ROOT, "%d %s %s %.6f%n", turn, peer.id(), key, value);
        }
    }
}
