package dev.gmp.internal.jfr;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.gmp.internal.gmp.ProbePoint;
import dev.gmp.observe.jfr.JfrLevel;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.WeakHashMap;
import jdk.jfr.Event;
import jdk.jfr.EventType;
import jdk.jfr.FlightRecorder;
import jdk.jfr.FlightRecorderListener;
import jdk.jfr.Recording;
import org.jspecify.annotations.Nullable;

/**
 * Plugs one scheduler's probe in while a recording wants its events, and pulls it out afterwards: when none does, the
 * scheduler pays for the flight recorder what it pays for having no probe. The recorder tells when a recording begins or
 * ends, and the scheduler looks once a second, because a running recording may be given other settings.
 */
public final class JfrConnection implements Runnable {

    /** Held weakly: a scheduler that nobody uses any more must not stay for this. */
    private static final Set<JfrConnection> ALL =
            Collections.synchronizedSet(Collections.newSetFromMap(new WeakHashMap<>()));

    /** A JVM that was linked without the module has no recorder. */
    private static final boolean AVAILABLE =
            ModuleLayer.boot().findModule("jdk.jfr").isPresent();

    /** What the recorder calls while there is a connection; it would keep this class and its loader for ever. */
    @GuardedBy("ALL")
    private static @Nullable Object listener;

    private final ProbePoint probes;
    private final JfrProbe probe;

    @GuardedBy("this")
    private JfrLevel level = JfrLevel.OFF;

    @GuardedBy("this")
    private boolean closed;

    private JfrConnection(String scheduler, ProbePoint probes) {
        this.probes = probes;
        this.probe = new JfrProbe(scheduler);
    }

    /**
     * @param scheduler its name, in every event
     * @return what looks; where there is a recorder, a connection, to be closed when the scheduler has ended
     */
    public static Runnable connect(String scheduler, ProbePoint probes) {
        if (!AVAILABLE) {
            return () -> {};
        }
        JfrConnection connection = new JfrConnection(scheduler, probes);
        synchronized (ALL) {
            if (listener == null) {
                listener = listen();
            }
            ALL.add(connection);
        }
        connection.run();
        return connection;
    }

    /** Nothing is told to the recorder from now on; the last one leaves nothing with it. May be called again. */
    public void close() {
        synchronized (this) {
            closed = true;
        }
        synchronized (ALL) {
            ALL.remove(this);
            if (ALL.isEmpty() && listener instanceof FlightRecorderListener listening) {
                FlightRecorder.removeListener(listening);
                listener = null;
            }
        }
    }

    /** Finds out what recordings want. Costs a few reads; it does not start the recorder. */
    @Override
    public synchronized void run() {
        if (closed) {
            return;
        }
        JfrLevel wanted = FlightRecorder.isInitialized() ? wanted() : JfrLevel.OFF;
        if (wanted == level) {
            return;
        }
        if (wanted == JfrLevel.OFF) {
            probes.pullOut(probe);
        } else {
            probes.plugIn(probe, wanted == JfrLevel.FULL);
        }
        level = wanted; // last: what fails, without memory, is tried again
    }

    /** The lowest level that has all that is wanted. */
    private static JfrLevel wanted() {
        JfrLevel wanted = JfrLevel.OFF;
        for (Class<? extends Event> event : JfrLevel.FULL.events()) {
            if (EventType.getEventType(event).isEnabled()) {
                wanted =
                        JfrLevel.LOW.events().contains(event) && wanted != JfrLevel.FULL ? JfrLevel.LOW : JfrLevel.FULL;
            }
        }
        return wanted;
    }

    private static FlightRecorderListener listen() {
        FlightRecorderListener looking = new FlightRecorderListener() {
            @Override
            public void recordingStateChanged(Recording recording) {
                List<JfrConnection> connections;
                synchronized (ALL) {
                    connections = new ArrayList<>(ALL);
                }
                connections.forEach(JfrConnection::run);
            }
        };
        FlightRecorder.addListener(looking);
        return looking;
    }
}
