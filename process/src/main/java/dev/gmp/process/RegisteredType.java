package dev.gmp.process;

import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/** A process type within the runtime: what its processes share. */
final class RegisteredType {

    /** One step in so many is timed. */
    private static final int TIMED_MASK = 63;

    private final ProcessType type;
    private final int index;
    private final Processes processes;
    private final Lifetime lifetime;
    private final Commands commands;
    private final StepTimes stepTimes = new StepTimes();
    private final LongAdder refused = new LongAdder();

    /** These two are counted when something has happened already, so counting may take no memory, as a LongAdder does. */
    private final AtomicLong dropped = new AtomicLong();

    private final AtomicLong undelivered = new AtomicLong();

    RegisteredType(ProcessType type, int index, Processes processes, Lifetime lifetime, Commands commands) {
        this.type = type;
        this.index = index;
        this.processes = processes;
        this.lifetime = lifetime;
        this.commands = commands;
    }

    String name() {
        return type.name();
    }

    int index() {
        return index;
    }

    Processes processes() {
        return processes;
    }

    Lifetime lifetime() {
        return lifetime;
    }

    Commands commands() {
        return commands;
    }

    int eventsPerStep() {
        return type.eventsPerStep();
    }

    void requireMethod(String method) {
        if (!type.methods().contains(method)) {
            throw new UnknownProcessException(
                    "process type '%s' has no method '%s'; it has %s".formatted(type.name(), method, type.methods()));
        }
    }

    Process make() {
        return Objects.requireNonNull(type.factory().get(), () -> "the factory of " + type.name() + " made nothing");
    }

    SendResult offer(ControlBlock to, Letter letter) {
        if (type.overflow() == Overflow.REFUSE) {
            SendResult result = to.offer(letter, type.mailboxCapacity());
            if (result == SendResult.FULL) {
                refused.increment();
            }
            return result;
        }
        int lost = to.offerDroppingOldest(letter, type.mailboxCapacity());
        if (lost > 0) {
            dropped.addAndGet(lost);
        }
        return lost < 0 ? SendResult.ENDED : SendResult.DELIVERED;
    }

    /** Spread over processes and steps, so that short-lived processes are timed as well. */
    boolean isTimed(ControlBlock block) {
        return ((block.steps() + (block.number() >>> Directory.SHARD_BITS)) & TIMED_MASK) == 0;
    }

    StepTimes stepTimes() {
        return stepTimes;
    }

    LongAdder refused() {
        return refused;
    }

    AtomicLong dropped() {
        return dropped;
    }

    AtomicLong undelivered() {
        return undelivered;
    }
}
