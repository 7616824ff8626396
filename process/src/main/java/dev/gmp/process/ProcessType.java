package dev.gmp.process;

import dev.gmp.config.InvalidSettingException;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Supplier;

/**
 * A type of processes.
 *
 * @param name the name for submissions; not blank
 * @param methods the entry points; at least one
 * @param factory makes a process; called on the scheduler, before {@link Process#init}, by many threads at once
 * @param mailboxCapacity the number of waiting messages from which the overflow policy decides; 1 or more, default
 *     {@value #DEFAULT_MAILBOX_CAPACITY}. It does not limit completions and cancellations. A few more messages may get
 *     in while a step takes messages
 * @param overflow the policy for messages beyond {@code mailboxCapacity}; default {@link Overflow#REFUSE}
 * @param eventsPerStep the largest number of messages of a step; 1 or more, default {@value #DEFAULT_EVENTS_PER_STEP}
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

    /** @throws InvalidSettingException if the name is blank, a number is out of range, or there is no method */
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

    /** Returns a type with the defaults. */
    public static ProcessType of(String name, Supplier<? extends Process> factory, String... methods) {
        return new ProcessType(
                name,
                new LinkedHashSet<>(List.of(methods)),
                factory,
                DEFAULT_MAILBOX_CAPACITY,
                Overflow.REFUSE,
                DEFAULT_EVENTS_PER_STEP);
    }

    /** Returns the same type with another mailbox capacity and overflow policy. */
    public ProcessType withMailbox(int capacity, Overflow policy) {
        return new ProcessType(name, methods, factory, capacity, policy, eventsPerStep);
    }

    /** Returns the same type with another limit of messages for a step. */
    public ProcessType withEventsPerStep(int events) {
        return new ProcessType(name, methods, factory, mailboxCapacity, overflow, events);
    }

    private static void requirePositive(String setting, int value) {
        if (value < 1) {
            throw new InvalidSettingException(setting, value, "at least 1");
        }
    }
}
