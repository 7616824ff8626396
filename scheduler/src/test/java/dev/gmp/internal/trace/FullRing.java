package dev.gmp.internal.trace;

import dev.gmp.internal.gmp.Probe.Event;
import dev.gmp.internal.gmp.SchedulerState;
import dev.gmp.internal.runq.LocalRunQueue;
import dev.gmp.internal.sched.ProtocolState;
import java.io.Writer;

/** Writes the trace of a full flight recorder of the default size, where the heap has little room. */
public final class FullRing {

    private FullRing() {}

    public static void main(String[] args) {
        SchedulerState state = new SchedulerState(ProtocolState.unbounded(), LocalRunQueue.CAPACITY);
        RingRecorder recorder = new RingRecorder(state.config(), state.clock());
        long place = RingRecorder.place(Event.RAN, 0, TaskNames.UNKNOWN, 0);
        for (int i = 0; i < 200_000; i++) {
            recorder.rings()[0].add(state.clock().nanos(), place, 0, 0);
        }
        long bytes = new RingReader(state, recorder)
                .writeTo(Writer.nullWriter(), Long.MAX_VALUE)
                .bytes();
        System.out.println(recorder.rings()[0].size() + " events, MB: " + (bytes >> 20));
    }
}
