package dev.gmp.process.internal.controlblock;

import dev.gmp.process.Overflow;
import dev.gmp.process.Process;
import dev.gmp.process.ProcessType;
import dev.gmp.process.UnknownProcessException;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/** A process type within the runtime: what its processes share. */
public final class RegisteredType {

    private final ProcessType type;
    private final int index;
    private final Host host;
    private final StepTimes stepTimes = new StepTimes();
    private final LongAdder refused = new LongAdder();

    /** These two are counted when something has happened already, so counting may take no memory, as a LongAdder does. */
    private final AtomicLong dropped = new AtomicLong();

    private final AtomicLong undelivered = new AtomicLong();

    public RegisteredType(ProcessType type, int index, Host host) {
        this.type = type;
        this.index = index;
        this.host = host;
    }

    public String name() {
        return type.name();
    }

    public int index() {
        return index;
    }

    public Host host() {
        return host;
    }

    public Overflow overflow() {
        return type.overflow();
    }

    public int mailboxCapacity() {
        return type.mailboxCapacity();
    }

    public int eventsPerStep() {
        return type.eventsPerStep();
    }

    public void requireMethod(String method) {
        if (!type.methods().contains(method)) {
            throw new UnknownProcessException("process type '%s' has no method '%s'; its methods are %s"
                    .formatted(type.name(), method, type.methods()));
        }
    }

    public Process make() {
        return Objects.requireNonNull(type.factory().get(), () -> "the factory of " + type.name() + " returned null");
    }

    public StepTimes stepTimes() {
        return stepTimes;
    }

    public LongAdder refused() {
        return refused;
    }

    public AtomicLong dropped() {
        return dropped;
    }

    public AtomicLong undelivered() {
        return undelivered;
    }
}
