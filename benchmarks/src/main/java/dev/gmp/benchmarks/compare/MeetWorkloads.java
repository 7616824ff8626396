package dev.gmp.benchmarks.compare;

import dev.gmp.benchmarks.compare.Target.Ratio;
import dev.gmp.benchmarks.measure.MeetMeasurements;
import dev.gmp.benchmarks.peer.Peer;
import dev.gmp.benchmarks.workload.meet.Meeting;
import dev.gmp.benchmarks.workload.meet.Meetings;
import java.util.List;

/** Goroutines that meet at a synchronizer: elapsed time and processor time. The peers of the JVM take turns in one JVM. */
final class MeetWorkloads {
    private static final Target NO_MORE = Ratio.of(1.0, Peer.VIRTUAL_THREADS);

    static final List<Workload> ALL =
            Meetings.ALL.stream().map(MeetWorkloads::of).toList();

    private MeetWorkloads() {}

    private static Workload of(Meeting meeting) {
        String unit = "ns " + meeting.operation();
        return Workload.of(Group.MEET, meeting.id())
                .doing(meeting.description())
                .on(peer -> peer != Peer.GO || meeting.isInGo())
                .measuring(MeetMeasurements.NANOS, meeting.id(), unit, NO_MORE)
                .measuring(MeetMeasurements.CPU_NANOS, meeting.id() + ", CPU", unit, NO_MORE);
    }
}
