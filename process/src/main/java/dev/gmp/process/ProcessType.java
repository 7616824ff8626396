package dev.gmp.process;

import dev.gmp.config.InvalidSettingException;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Supplier;

/**
 * A kind of process.
 *
 * @param name what it is submitted by
 * @param methods its entry points; at least one
 * @param factory makes a process; called on the scheduler, before {@link Process#init}, by many threads at once
 * @param mailboxCapacity how many messages wait at most before the overflow policy decides; completions and cancellations
 *     always find room. A few more may get in while the process takes what waits
 * @param overflow the policy
 * @param eventsPerStep how many messages a step gets at most
 * @since 0.1
 */
public record ProcessType(
        String name,
        Set<String> methods,
        Supplier<? extends Process> factory,
        int mailboxCapacity,
        Overflow overflow,
        int eventsPerStep) {

    /** The default of {@link #mailboxCapacity}. */
    public static final int DEFAULT_MAILBOX_CAPACITY = 1_000_000;

    /** The default of {@link #eventsPerStep}. */
    public static final int DEFAULT_EVENTS_PER_STEP = 64;

    /** @throws InvalidSettingException if a number is out of range or there is no method */
    public ProcessType {
        Objects.requireNonNull(factory, "factory");
        Objects.requireNonNull(overflow, "overflow");
        if (name.isBlank()) {
            throw new InvalidSettingException("name", "'" + name + "'", "not blank");
        }
        methods = Collections.unmodifiableSet(new LinkedHashSet<>(methods));
        if (methods.isEmpty()) {
            throw new InvalidSettingException("methods", methods, "at least one (process type " + name + ")");
        }
        requirePositive("mailbox-capacity", mailboxCapacity);
        requirePositive("events-per-step", eventsPerStep);
    }

    /** A type with the defaults. */
    public static ProcessType of(String name, Supplier<? extends Process> factory, String... methods) {
        return new ProcessType(
                name,
                new LinkedHashSet<>(List.of(methods)),
                factory,
                DEFAULT_MAILBOX_CAPACITY,
                Overflow.REFUSE,
                DEFAULT_EVENTS_PER_STEP);
    }

    /** The same with a mailbox of another size or policy. */
    public ProcessType withMailbox(int capacity, Overflow policy) {
        return new ProcessType(name, methods, factory, capacity, policy, eventsPerStep);
    }

    /** The same with longer or shorter steps. */
    public ProcessType withEventsPerStep(int events) {
        return new ProcessType(name, methods, factory, mailboxCapacity, overflow, events);
    }

    private static void requirePositive(String setting, int value) {
        if (value < 1) {
            throw new InvalidSettingException(setting, value, "at least 1");
        }
    }
}
