package dev.gmp.internal.stats;

import dev.gmp.internal.gmp.SchedulerState;
import dev.gmp.internal.trace.RingReader;
import dev.gmp.internal.trace.RingRecorder;
import dev.gmp.observe.trace.FlightRecorder;

/** Switches the flight recorder on, where the settings say so. */
public final class FlightRecording {

    private FlightRecording() {}

    /** Before the machines start. */
    public static FlightRecorder of(SchedulerState state) {
        if (!state.config().recorder()) {
            return new RingReader(state, null);
        }
        RingRecorder recorder = new RingRecorder(state.config(), state.clock());
        state.probes().plugInRecorder(recorder);
        return new RingReader(state, recorder);
    }
}
