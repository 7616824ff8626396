package dev.gmp.process.internal.step;

import dev.gmp.Goroutines;
import dev.gmp.process.Event;
import dev.gmp.process.Process;
import dev.gmp.process.internal.command.Commands;
import dev.gmp.process.internal.controlblock.ControlBlock;
import dev.gmp.process.internal.controlblock.ControlBlock.Start;
import dev.gmp.process.internal.controlblock.Ending;
import dev.gmp.process.internal.controlblock.Outcome;
import dev.gmp.process.internal.controlblock.RegisteredType;
import dev.gmp.process.internal.lifetime.Lifetime;
import dev.gmp.process.internal.mailbox.Mail;
import dev.gmp.process.internal.mailbox.Notice;
import dev.gmp.process.internal.mailbox.StateWord;
import dev.gmp.process.internal.registry.Directory;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A turn of a process on a worker thread: a few steps, then the process rests, ends, or comes again after the others
 * that wait. The worker's side of WAKE-1, in {@link StateWord}.
 */
public record StepLoop(Lifetime lifetime, Commands commands) {

    /** After this many steps, other processes have a turn. Each step has a bounded number of messages. */
    static final int STEPS = 4;

    /** One step in this many, plus one, is timed. */
    private static final int TIMED_MASK = 63;

    /** By the worker that the scheduler gave the process to. Throws nothing. */
    public void run(ControlBlock block) {
        block.beginRunning();
        Outcome outcome;
        try {
            outcome = steps(block, block.type());
        } catch (Throwable thrown) {
            outcome = Outcome.failed(thrown);
        }
        if (outcome != null) {
            Outcome last = lifetime.end(block, outcome);
            if (last.ending() == Ending.FAILED) {
                Goroutines.failed(last.error());
            }
        }
    }

    /** @return how it has ended; null when it goes on, and has another owner by now */
    private @Nullable Outcome steps(ControlBlock block, RegisteredType type) throws Exception {
        boolean awaitsControl = block.awaitsControl();
        for (int step = 0; step < STEPS; step++) {
            block.clearFlags();
            if (!awaitsControl) {
                block.fetchMessages(); // those that come after control events must not be handed over before them
            }
            Notice control = block.takeControl();
            boolean hasEvent = first(control, Notice.Kind.EVENT) != null;
            Notice end = first(control, Notice.Kind.END);
            if (control != null && end == null && !hasEvent && isIdle(block)) {
                end = control;
            }
            if (end != null) {
                return Outcome.cancelled(((Event.Cancel) end.event()).reason());
            }
            boolean isFirst = block.body() instanceof Start;
            boolean steps = isFirst || hasEvent;
            // Both first, as they may fail: what waits then counts as not handed over.
            Process process = isFirst ? start(block, type) : process(block);
            // Another for each step: a step that keeps one can do nothing with it afterwards.
            CollectedOutput out = steps || (!awaitsControl && block.hasMessage()) ? new CollectedOutput(block) : null;
            List<Event> messages = awaitsControl ? List.of() : block.takeMessages(type.eventsPerStep());
            if (out != null && (steps || !messages.isEmpty())) {
                block.countStep(messages.size());
                step(block, type, process, hasEvent ? joined(block, control, messages) : messages, out);
                dispatch(block, out);
                if (out.outcome() != null) {
                    return out.outcome();
                }
                awaitsControl = awaitsControl(block, out);
            }
            if (rests(block, awaitsControl)) {
                return null;
            }
        }
        block.giveWay(awaitsControl);
        lifetime.scheduleAgain(block);
        return null;
    }

    private static boolean isIdle(ControlBlock block) {
        return !block.hasMessage() && !block.isAnyYieldUnderWay();
    }

    /** W3 of WAKE-1. */
    private static boolean rests(ControlBlock block, boolean awaitsControl) {
        if (awaitsControl) {
            return !block.hasControl() && block.tryBlock();
        }
        return !block.hasControl() && !block.hasMessage() && block.tryIdle();
    }

    private static void step(
            ControlBlock block, RegisteredType type, Process process, List<Event> events, CollectedOutput out)
            throws Exception {
        try {
            if (isTimed(block)) {
                long begun = System.nanoTime();
                process.step(events, out);
                type.stepTimes().record(System.nanoTime() - begun);
            } else {
                process.step(events, out);
            }
        } finally {
            out.end();
        }
    }

    /** Spread over processes and steps, so that short-lived processes are timed as well. */
    private static boolean isTimed(ControlBlock block) {
        return ((block.steps() + Directory.sequence(block.number())) & TIMED_MASK) == 0;
    }

    private static Process start(ControlBlock block, RegisteredType type) throws Exception {
        Start start = (Start) Objects.requireNonNull(block.body());
        Process process = type.make();
        block.setBody(process);
        process.init(block, start.method(), start.input());
        return process;
    }

    private static Process process(ControlBlock block) {
        return (Process) Objects.requireNonNull(block.body());
    }

    private void dispatch(ControlBlock block, CollectedOutput out) {
        List<CollectedOutput.Yielded> yielded = out.yielded();
        for (int i = 0; i < yielded.size(); i++) {
            CollectedOutput.Yielded each = yielded.get(i);
            try {
                commands.dispatch(block, each.tag(), each.command());
            } catch (OutOfMemoryError unheard) {
                if (out.outcome() == null) { // of the last step no event tells how it went
                    throw unheard;
                }
            }
        }
    }

    private static boolean awaitsControl(ControlBlock block, CollectedOutput out) {
        if (!out.isBlocked()) {
            return false;
        }
        if (!block.extras().yields().isAnyUnderWay()) {
            throw new IllegalStateException(block + " would be blocked for ever: none of its yields is under way");
        }
        return true;
    }

    private static @Nullable Notice first(@Nullable Notice control, Notice.Kind kind) {
        for (Mail each = control; each != null; each = each.next()) {
            if (each instanceof Notice notice && notice.kind() == kind) {
                return notice;
            }
        }
        return null;
    }

    private static List<Event> joined(ControlBlock block, @Nullable Notice control, List<Event> messages) {
        List<Event> all = new ArrayList<>(messages.size() + 2);
        for (Mail each = control; each != null; each = each.next()) {
            if (each instanceof Notice notice && notice.kind() != Notice.Kind.EVENT) {
                continue;
            }
            Event event = each.event();
            if (event instanceof Event.YieldComplete completion) {
                block.extras().yields().handedOver(completion.tag());
            }
            all.add(event);
        }
        all.addAll(messages);
        return Collections.unmodifiableList(all);
    }
}
