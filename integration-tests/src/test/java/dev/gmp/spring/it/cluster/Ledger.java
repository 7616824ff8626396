package dev.gmp.spring.it.cluster;

import dev.gmp.process.Event;
import dev.gmp.process.Pid;
import dev.gmp.process.StepOutput;
import dev.gmp.process.cluster.SaveState;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Stores each number that it gets, and acknowledges it when it is stored. Asked to end, it first stores what it has. */
final class Ledger extends Recorded {

    static final String TYPE = "ledger";

    /** Each version adds one number, so version and size are equal if no update was lost. */
    record State(List<Long> ids) {}

    private record Waiting(long id, @Nullable Pid sender) {}

    private final List<Long> ids = new ArrayList<>();
    private final Map<Long, Waiting> storing = new HashMap<>();
    private boolean isEnding;

    Ledger(Recorder recorder) {
        super(recorder);
    }

    @Override
    void begin() {
        context().savedState(State.class).ifPresent(saved -> ids.addAll(saved.ids()));
    }

    @Override
    void handle(List<Event> events, StepOutput out) {
        for (Event event : events) {
            if (event instanceof Event.Message message && message.data() instanceof Add add) {
                ids.add(add.id());
                long tag = out.yield(new SaveState(new State(List.copyOf(ids))));
                storing.put(tag, new Waiting(add.id(), message.sender()));
            } else if (event instanceof Event.YieldComplete completion) {
                Waiting stored = storing.remove(completion.tag());
                if (completion.error() == null && stored != null && stored.sender() != null) {
                    context().send(stored.sender(), new Added(stored.id()));
                }
            } else if (event instanceof Event.Cancel) {
                isEnding = true;
            }
        }
        if (isEnding && storing.isEmpty()) {
            out.done(null);
        } else {
            out.idle();
        }
    }
}
