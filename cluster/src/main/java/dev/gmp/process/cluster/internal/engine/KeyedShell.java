package dev.gmp.process.cluster.internal.engine;

import dev.gmp.process.Event;
import dev.gmp.process.Process;
import dev.gmp.process.Process.UnreadMessageHandler;
import dev.gmp.process.ProcessContext;
import dev.gmp.process.ProcessType;
import dev.gmp.process.StepOutput;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Around each process of a keyed type. One that was submitted without a key runs as ever. */
final class KeyedShell implements Process, UnreadMessageHandler {

    private final Supplier<? extends Process> factory;

    /** Null for a process without a key. */
    private @Nullable KeyedEntry entry;

    /** Null before its first step. */
    private @Nullable Process process;

    private @Nullable Held held;
    private boolean hasFailedToStart;

    /** What a step would have got while it waits at the {@link Fence}. */
    private record Held(long tag, List<Event> events) {}

    private KeyedShell(Supplier<? extends Process> factory) {
        this.factory = factory;
    }

    /** The same type with the shell around its processes. */
    static ProcessType around(ProcessType type) {
        Supplier<? extends Process> factory = type.factory();
        return new ProcessType(
                type.name(),
                type.methods(),
                () -> new KeyedShell(factory),
                type.mailboxCapacity(),
                type.overflow(),
                type.eventsPerStep());
    }

    @Override
    public void init(ProcessContext context, String method, @Nullable Object input) throws Exception {
        if (input instanceof KeyedEntry own) {
            entry = own;
            own.started(context.self());
        } else {
            make().init(context, method, input);
        }
    }

    private Process make() {
        Process made = Objects.requireNonNull(factory.get(), "the factory returned null");
        process = made;
        return made;
    }

    @Override
    public void step(List<Event> events, StepOutput out) throws Exception {
        KeyedEntry own = entry;
        if (own != null) {
            if (held != null || own.isFenced()) {
                events = passFence(own, events, out);
                if (events == null) {
                    return;
                }
            }
            if (process == null) {
                start(own, events);
            }
            own.touch();
        }
        Objects.requireNonNull(process).step(events, out);
    }

    private void start(KeyedEntry own, List<Event> events) throws Exception {
        hasFailedToStart = true;
        try {
            make().init(own, own.method(), own.key());
            hasFailedToStart = false;
        } finally {
            if (hasFailedToStart) {
                own.unread(events, false);
            }
        }
    }

    /** @return null if the process has to wait */
    private @Nullable List<Event> passFence(KeyedEntry own, List<Event> events, StepOutput out) {
        Held before = held;
        List<Event> all = before == null ? new ArrayList<>() : before.events();
        boolean waits = before != null;
        for (Event event : events) {
            if (before != null && event instanceof Event.YieldComplete completion && completion.tag() == before.tag()) {
                waits = false;
            } else {
                all.add(event);
            }
        }
        if (waits) {
            out.blocked();
            return null;
        }
        if (own.isFenced()) {
            held = new Held(out.yield(new Fence.Await()), all);
            out.blocked();
            return null;
        }
        held = null;
        return all;
    }

    @Override
    public void unread(List<Event> messages) {
        KeyedEntry own = entry;
        if (own != null) {
            own.unread(messages, !hasFailedToStart);
        }
    }

    @Override
    public void close() throws Exception {
        try {
            if (process != null) {
                process.close();
            }
        } finally {
            if (entry != null) {
                if (held != null) {
                    entry.unread(held.events(), true);
                }
                entry.ended();
            }
        }
    }
}
