package dev.gmp.spring.cluster;

import dev.gmp.process.Event;
import dev.gmp.process.Process;
import dev.gmp.process.ProcessContext;
import dev.gmp.process.StepOutput;
import dev.gmp.process.cluster.KeyedContext;
import java.util.List;

/** A keyed process that adds what comes, and answers with the sum. */
@Keyed(shards = 8)
final class Account implements Process {

    /** What the key of a process begins with that was asked to end when all of them were. */
    static final String TOO_LATE = "too late: ";

    private final List<String> ended;
    private KeyedContext context;
    private int balance;

    /** @param ended gets the keys of those that were asked to end */
    Account(List<String> ended) {
        this.ended = ended;
    }

    @Override
    public void init(ProcessContext given, String method, Object key) {
        context = (KeyedContext) given;
    }

    @Override
    public void step(List<Event> events, StepOutput out) {
        for (Event event : events) {
            if (event instanceof Event.Message message && message.data() instanceof Deposit deposit) {
                balance += deposit.amount();
                if (message.sender() != null) {
                    String node = context.cluster().snapshot().self();
                    context.send(message.sender(), new Balance(context.key(), balance, node));
                }
            } else if (event instanceof Event.Cancel) {
                boolean isLate = context.processes().snapshot(0).shutdown();
                ended.add(isLate ? TOO_LATE + context.key() : context.key());
                out.done(null);
            }
        }
    }

    record Deposit(int amount) {}

    record Balance(String key, int amount, String node) {}
}
