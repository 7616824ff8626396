package dev.gmp.internal.stats;

import dev.gmp.internal.gmp.SchedulerState;
import dev.gmp.internal.sched.MachinePool;
import dev.gmp.internal.trace.TraceRecorder;
import dev.gmp.observe.trace.ChromeTrace;
import dev.gmp.observe.trace.Timeline;
import dev.gmp.observe.trace.TraceRecording;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** Lets one recording run at a time. Thread-safe. */
public final class TraceSession {

    private final SchedulerState state;
    private final MachinePool machines;
    private final AtomicReference<@Nullable Running> running = new AtomicReference<>();

    public TraceSession(SchedulerState state, MachinePool machines) {
        this.state = state;
        this.machines = machines;
    }

    /** @throws IllegalStateException if one runs already */
    public TraceRecording start(int mostEvents) {
        Running fresh = new Running(new TraceRecorder(state, machines::all, mostEvents));
        if (!running.compareAndSet(null, fresh)) {
            throw new IllegalStateException("scheduler " + state.config().name()
                    + " is being recorded already, and there is one recording at a time");
        }
        try {
            fresh.begin();
        } catch (Throwable noMemory) {
            fresh.end();
            throw noMemory;
        }
        return fresh;
    }

    private final class Running implements TraceRecording {

        private final TraceRecorder recorder;
        private @Nullable Timeline timeline;
        private boolean isWritten;

        Running(TraceRecorder recorder) {
            this.recorder = recorder;
        }

        synchronized void begin() {
            state.probes().plugIn(recorder, true);
            recorder.noteBeginning();
        }

        /** From now on another may run, also while there is no memory for the timeline of this one. */
        void end() {
            state.probes().pullOut(recorder);
            running.compareAndSet(this, null);
        }

        @Override
        public synchronized Timeline stop() {
            Timeline known = timeline;
            if (known == null) {
                requireNotWritten();
                end();
                known = recorder.timeline();
                timeline = known;
            }
            return known;
        }

        @Override
        public synchronized Written writeTo(Appendable out, long mostBytes) {
            TraceRecorder.requireFileSize(mostBytes);
            requireNotWritten();
            isWritten = true;
            end();
            return timeline == null ? recorder.writeTo(out, mostBytes) : ChromeTrace.write(timeline, out, mostBytes);
        }

        private void requireNotWritten() {
            if (isWritten) {
                throw new IllegalStateException("the recording was written, and its events are gone");
            }
        }

        @Override
        public synchronized void close() {
            if (timeline == null) {
                end();
                recorder.letGo();
            }
        }
    }
}
