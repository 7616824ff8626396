package dev.gmp.benchmarks.compare;

import dev.gmp.benchmarks.compare.Target.Ratio;
import dev.gmp.benchmarks.measure.MeetMeasurements;
import dev.gmp.benchmarks.peer.Peer;
import dev.gmp.benchmarks.workload.meet.Meeting;
import dev.gmp.benchmarks.workload.meet.Meetings;
import java.util.List;

/**
 * Goroutines that meet at a synchronizer. The peers of the JVM take turns in one JVM.
 *
 * @param meeting what the goroutines do
 * @param metrics elapsed time and processor time
 */
public record MeetWorkload(Meeting meeting, List<Metric> metrics) implements Workload {
    private static final Target NO_MORE = Ratio.of(1.0, Peer.VIRTUAL_THREADS);

    static final List<MeetWorkload> ALL =
            Meetings.ALL.stream().map(MeetWorkload::of).toList();

    private static MeetWorkload of(Meeting meeting) {
        String unit = "ns " + meeting.operation();
        return new MeetWorkload(
                meeting,
                List.of(
                        new Metric(MeetMeasurements.NANOS, meeting.id(), unit, NO_MORE),
                        new Metric(MeetMeasurements.CPU_NANOS, meeting.id() + ", CPU", unit, NO_MORE)));
    }

    @Override
    public Group group() {
        return Group.MEET;
    }

    @Override
    public String id() {
        return meeting.id();
    }

    @Override
    public String description() {
        return meeting.description();
    }

    @Override
    public boolean runsOn(Peer peer) {
        return peer != Peer.GO || meeting.isInGo();
    }
}
