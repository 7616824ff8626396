package dev.gmp.internal.jfr;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.gmp.internal.gmp.ProbePoint;
import dev.gmp.observe.jfr.JfrLevel;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.concurrent.locks.ReentrantLock;
import jdk.jfr.Event;
import jdk.jfr.EventType;
import jdk.jfr.FlightRecorder;
import jdk.jfr.FlightRecorderListener;
import jdk.jfr.Recording;
import org.jspecify.annotations.Nullable;

/**
 * Plugs one scheduler's probe in while a recording wants its events. Without such a recording, the flight recorder
 * costs the scheduler as much as no probe. The recorder tells when a recording begins or ends. In addition the
 * scheduler looks once a second, because a running recording may get other settings.
 */
public final class JfrConnection implements Runnable {

    /** Held weakly, so that an unused scheduler can be collected. */
    private static final Set<JfrConnection> ALL =
            Collections.synchronizedSet(Collections.newSetFromMap(new WeakHashMap<>()));

    /** A JVM that was linked without the module has no recorder. */
    private static final boolean AVAILABLE =
            ModuleLayer.boot().findModule("jdk.jfr").isPresent();

    /** Of all events, once a thread has asked for them that may wait for the recorder's monitors, which sysmon may not. */
    private static volatile List<EventType> types = List.of();

    /**
     * The callback of the recorder while there is a connection. The recorder would keep this class and its loader for
     * ever.
     */
    @GuardedBy("ALL")
    private static @Nullable Object listener;

    private final String scheduler;
    private final ProbePoint probes;

    /** Another one for each level: what a machine began to do under an earlier one is not told. */
    @GuardedBy("lock")
    private JfrProbe probe;

    @GuardedBy("lock")
    private JfrLevel level = JfrLevel.OFF;

    @GuardedBy("lock")
    private boolean closed;

    private final ReentrantLock lock = new ReentrantLock();

    private JfrConnection(String scheduler, ProbePoint probes) {
        this.scheduler = scheduler;
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
        connection.lookInAnyCase();
        return connection;
    }

    /** Nothing is told to the recorder from now on; the last one leaves nothing with it. May be called again. */
    public void close() {
        lock.lock();
        try {
            closed = true;
        } finally {
            lock.unlock();
        }
        synchronized (ALL) {
            ALL.remove(this);
            if (ALL.isEmpty() && listener instanceof FlightRecorderListener listening) {
                FlightRecorder.removeListener(listening);
                listener = null;
            }
        }
    }

    /**
     * Finds out what recordings want, unless a thread is at it. Costs a few reads; it does not start the recorder. By sysmon,
     * which must not wait for a goroutine that waits for a processor (LOCK-1, in {@code MachinePool}).
     */
    @Override
    public void run() {
        if (!types.isEmpty() && lock.tryLock()) { // else there has been no recording
            try {
                check();
            } finally {
                lock.unlock();
            }
        }
    }

    private void lookInAnyCase() {
        if (types.isEmpty() && FlightRecorder.isInitialized()) {
            types = JfrLevel.FULL.events().stream().map(EventType::getEventType).toList();
        }
        lock.lock();
        try {
            check();
        } finally {
            lock.unlock();
        }
    }

    @GuardedBy("lock")
    private void check() {
        if (closed) {
            return;
        }
        JfrLevel wanted = wanted();
        if (wanted == level) {
            return;
        }
        probes.pullOut(probe);
        level = JfrLevel.OFF; // what fails, without memory, is tried again
        if (wanted != JfrLevel.OFF) {
            probe = new JfrProbe(scheduler);
            probes.plugIn(probe, wanted == JfrLevel.FULL);
            level = wanted;
        }
    }

    /** The lowest level that has all that is wanted. */
    private static JfrLevel wanted() {
        List<EventType> known = types;
        JfrLevel wanted = JfrLevel.OFF;
        for (int i = 0; i < known.size(); i++) {
            if (known.get(i).isEnabled()) {
                Class<? extends Event> event = JfrLevel.FULL.events().get(i);
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
                connections.forEach(JfrConnection::lookInAnyCase);
            }
        };
        FlightRecorder.addListener(looking);
        return looking;
    }
}
