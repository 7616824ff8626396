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

/**
 * Plugs one scheduler's probe in while a recording wants its events, and pulls it out afterwards: when none does, the
 * scheduler pays for the flight recorder what it pays for having no probe. The recorder tells when a recording begins or
 * ends, and the scheduler looks once a second, because a running recording may be given other settings.
 */
public final class JfrConnection {

    /** Held weakly: a scheduler that nobody uses any more must not stay for this. */
    private static final Set<JfrConnection> ALL =
            Collections.synchronizedSet(Collections.newSetFromMap(new WeakHashMap<>()));

    /** A JVM that was linked without the module has no recorder. */
    private static final boolean AVAILABLE =
            ModuleLayer.boot().findModule("jdk.jfr").isPresent() && listen();

    private final ProbePoint probes;
    private final JfrProbe probe;

    @GuardedBy("this")
    private JfrLevel level = JfrLevel.OFF;

    private JfrConnection(String scheduler, ProbePoint probes) {
        this.probes = probes;
        this.probe = new JfrProbe(scheduler);
    }

    /** @param scheduler its name, in every event */
    public static Runnable connect(String scheduler, ProbePoint probes) {
        if (!AVAILABLE) {
            return () -> {};
        }
        JfrConnection connection = new JfrConnection(scheduler, probes);
        ALL.add(connection);
        connection.look();
        return connection::look;
    }

    /** Finds out what recordings want. Costs a few reads; it does not start the recorder. */
    private synchronized void look() {
        JfrLevel wanted = FlightRecorder.isInitialized() ? wanted() : JfrLevel.OFF;
        if (wanted == level) {
            return;
        }
        level = wanted;
        if (wanted == JfrLevel.OFF) {
            probes.pullOut(probe);
        } else {
            probes.plugIn(probe, wanted == JfrLevel.FULL);
        }
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

    private static boolean listen() {
        FlightRecorder.addListener(new FlightRecorderListener() {
            @Override
            public void recordingStateChanged(Recording recording) {
                List<JfrConnection> connections;
                synchronized (ALL) {
                    connections = new ArrayList<>(ALL);
                }
                connections.forEach(JfrConnection::look);
            }
        });
        return true;
    }
}
