package dev.gmp.spring.process;

import dev.gmp.process.Command;
import dev.gmp.process.Event;
import dev.gmp.process.Process;
import dev.gmp.process.ProcessContext;
import dev.gmp.process.StepOutput;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** A process for tests: adds numbers that it is sent, has words looked up, and answers with the sum when it is cancelled. */
class Counter implements Process {

    /** The result is the word in capitals. */
    record LookUp(String word) implements Command<String> {}

    /** A message: look it up, and complete the answer with the result or the error. */
    record Ask(Command<String> command, CompletableFuture<String> answer) {}

    private String method;
    private long sum;
    private CompletableFuture<String> answer;

    @Override
    public void init(ProcessContext context, String itsMethod, Object input) {
        method = itsMethod;
        sum = input instanceof Integer start ? start : 0;
    }

    @Override
    public void step(List<Event> events, StepOutput out) throws Exception {
        for (Event event : events) {
            if (event instanceof Event.Cancel) {
                out.done(method + " " + sum);
                return;
            } else if (event instanceof Event.Message message && message.data() instanceof Ask ask) {
                answer = ask.answer();
                out.yield(ask.command());
            } else if (event instanceof Event.Message message && message.data() instanceof Exception error) {
                throw error;
            } else if (event instanceof Event.Message message) {
                sum += (Integer) message.data();
            } else if (event instanceof Event.YieldComplete complete && complete.error() != null) {
                answer.completeExceptionally(complete.error());
            } else if (event instanceof Event.YieldComplete complete) {
                answer.complete((String) complete.data());
            }
        }
    }
}
