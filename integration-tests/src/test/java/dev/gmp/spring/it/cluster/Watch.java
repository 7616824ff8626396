package dev.gmp.spring.it.cluster;

import dev.gmp.process.Event;
import dev.gmp.process.StepOutput;
import java.util.List;

/** Lives until it is asked to end, and acknowledges what it gets. */
final class Watch extends Recorded {

    /** A remembered type. */
    static final String REMEMBERED = "keeper";

    static final String SINGLETON = "beacon";

    Watch(Recorder recorder) {
        super(recorder);
    }

    @Override
    void handle(List<Event> events, StepOutput out) {
        boolean isEnding = false;
        for (Event event : events) {
            if (event instanceof Event.Message message && message.data() instanceof Add add) {
                if (message.sender() != null) {
                    context().send(message.sender(), new Added(add.id()));
                }
            } else if (event instanceof Event.Cancel) {
                isEnding = true;
            }
        }
        if (isEnding) {
            out.done(null);
        } else {
            out.idle();
        }
    }
}
