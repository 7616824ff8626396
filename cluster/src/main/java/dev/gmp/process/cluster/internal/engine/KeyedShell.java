package dev.gmp.process.cluster.internal.engine;

import dev.gmp.process.Event;
import dev.gmp.process.Pid;
import dev.gmp.process.Process;
import dev.gmp.process.Process.UnreadMessageHandler;
import dev.gmp.process.ProcessContext;
import dev.gmp.process.ProcessType;
import dev.gmp.process.SendResult;
import dev.gmp.process.StepOutput;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Around each process of a keyed type. One that was submitted without a key runs as ever. */
final class KeyedShell implements Process, UnreadMessageHandler {

    private final KeyedRoutes type;

    /** Null before {@link #init}. */
    private @Nullable Pid self;

    /** Null for a process without a key. */
    private @Nullable KeyedEntry entry;

    /** Null before its first step. */
    private @Nullable Process process;

    private @Nullable Held held;

    /** What a step would have got while it waits among the {@link FencedSteps}. */
    private record Held(long tag, List<Event> events) {}

    private KeyedShell(KeyedRoutes type) {
        this.type = type;
    }

    /** The type with the shell around its processes. */
    static ProcessType around(KeyedRoutes type) {
        ProcessType process = type.type.process();
        return new ProcessType(
                process.name(),
                process.methods(),
                () -> new KeyedShell(type),
                process.mailboxCapacity(),
                process.overflow(),
                process.eventsPerStep());
    }

    @Override
    public void init(ProcessContext context, String method, @Nullable Object input) throws Exception {
        self = context.self();
        if (input instanceof KeyedEntry own) {
            entry = own;
            own.started(context.self());
        } else {
            make().init(context, method, input);
        }
    }

    private Process make() {
        Process made = Objects.requireNonNull(type.type.process().factory().get(), "the factory returned null");
        process = made;
        return made;
    }

    @Override
    public void step(List<Event> events, StepOutput out) throws Exception {
        KeyedEntry own = entry;
        if (own != null) {
            if (held != null || own.host.isFenced()) {
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
        boolean hasStarted = false;
        try {
            make().init(own, own.method(), own.key());
            hasStarted = true;
        } finally {
            if (!hasStarted) {
                own.failed(events);
            }
        }
    }

    /** @return null if the process has to wait */
    private @Nullable List<Event> passFence(KeyedEntry own, List<Event> events, StepOutput out) {
        Held before = held;
        List<Event> all = before == null ? new ArrayList<>() : before.events();
        all.addAll(events);
        if (before == null || all.removeIf(each -> isCompletion(each, before.tag()))) {
            held = own.host.isFenced() ? new Held(out.yield(new FencedSteps.Await()), all) : null;
        }
        if (held == null) {
            return all;
        }
        out.blocked();
        return null;
    }

    private static boolean isCompletion(Event event, long tag) {
        return event instanceof Event.YieldComplete completion && completion.tag() == tag;
    }

    @Override
    public void unread(List<Event> messages) {
        KeyedEntry own = entry;
        if (own != null) {
            own.giveBack(messages);
        } else if (process instanceof UnreadMessageHandler handler) {
            handler.unread(messages);
        } else {
            for (Event each : messages) {
                type.router.lost(((Event.Message) each).sender(), Objects.requireNonNull(self), SendResult.ENDED);
            }
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
                    entry.giveBack(held.events());
                }
                entry.ended(Objects.requireNonNull(self));
            }
        }
    }
}
