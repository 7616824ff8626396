package dev.gmp.spring.endpoint;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import dev.gmp.process.ProcessInfo;
import dev.gmp.process.ProcessState;
import dev.gmp.process.ProcessTypeSnapshot;
import dev.gmp.process.Processes;
import dev.gmp.process.ProcessesSnapshot;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The processes of one runtime as the endpoint shows them.
 *
 * @param name of the runtime; that of its scheduler, unless it was given another
 * @param scheduler the name of the one that they run on
 * @param shutdown whether new processes are refused
 * @param live how many have not ended
 * @param examined how many of them were looked at for their states and mailboxes: all, or {@value #EXAMINED} at the most
 * @param types in the order of their registration
 * @param sentToEnded messages for processes that had ended
 * @param sentToUnknown messages for addresses that never were
 * @param strayCompletions of yields that no process waited for
 * @param oldest those that have lived longest, of the examined ones
 * @param deepest those for which most messages wait, of the examined ones
 * @since 0.1
 */
public record ProcessesDescriptor(
        String name,
        String scheduler,
        boolean shutdown,
        int live,
        int examined,
        List<Type> types,
        long sentToEnded,
        long sentToUnknown,
        long strayCompletions,
        List<One> oldest,
        List<One> deepest) {

    /** How many of the oldest and of the deepest are shown. */
    static final int LISTED = 10;

    /** An answer costs no more with a million processes. */
    static final int EXAMINED = 10_000;

    static ProcessesDescriptor of(Processes processes) {
        ProcessesSnapshot snapshot = processes.snapshot(LISTED, EXAMINED);
        boolean isComplete = snapshot.examined() >= snapshot.live();
        return new ProcessesDescriptor(
                snapshot.name(),
                processes.scheduler().name(),
                snapshot.shutdown(),
                snapshot.live(),
                snapshot.examined(),
                snapshot.types().stream().map(type -> Type.of(type, isComplete)).toList(),
                snapshot.sentToEnded(),
                snapshot.sentToUnknown(),
                snapshot.strayCompletions(),
                snapshot.oldest().stream().map(One::of).toList(),
                snapshot.deepest().stream()
                        .filter(process -> process.waitingMessages() > 0)
                        .map(One::of)
                        .toList());
    }

    /**
     * The processes of one type.
     *
     * @param live how many have not ended
     * @param states of the examined ones
     * @param steps begun; null where not all were examined
     * @param waitingMessages for the examined ones
     * @param deepestMailbox of the examined ones
     * @param messages by what became of them
     * @param stepTime of one step in 64
     */
    @JsonInclude(Include.ALWAYS)
    public record Type(
            String name,
            int live,
            States states,
            long started,
            long completed,
            long failed,
            long cancelled,
            @Nullable Long steps,
            long waitingMessages,
            int deepestMailbox,
            Messages messages,
            SchedulerDescriptor.Latency stepTime) {

        static Type of(ProcessTypeSnapshot type, boolean isComplete) {
            return new Type(
                    type.type(),
                    type.live(),
                    States.of(type.states()),
                    type.started(),
                    type.completed(),
                    type.failed(),
                    type.cancelled(),
                    isComplete ? Long.valueOf(type.steps()) : null,
                    type.waitingMessages(),
                    type.deepestMailbox(),
                    new Messages(
                            isComplete ? Long.valueOf(type.messages()) : null,
                            type.refusedMessages(),
                            type.droppedMessages(),
                            type.undeliveredMessages()),
                    SchedulerDescriptor.Latency.of(type.stepTimes()));
        }
    }

    /** Processes by state. */
    public record States(int ready, int running, int blocked, int idle) {

        static States of(Map<ProcessState, Integer> states) {
            return new States(
                    states.getOrDefault(ProcessState.READY, 0),
                    states.getOrDefault(ProcessState.RUNNING, 0),
                    states.getOrDefault(ProcessState.BLOCKED, 0),
                    states.getOrDefault(ProcessState.IDLE, 0));
        }
    }

    /**
     * Totals since the start.
     *
     * @param received null where not all were examined
     */
    @JsonInclude(Include.ALWAYS)
    public record Messages(@Nullable Long received, long refused, long dropped, long undelivered) {}

    /** One process. */
    public record One(
            long pid, String type, String state, Duration age, int waitingMessages, long steps, long messages) {

        static One of(ProcessInfo process) {
            return new One(
                    process.pid(),
                    process.type(),
                    process.state().name().toLowerCase(Locale.ROOT),
                    process.age(),
                    process.waitingMessages(),
                    process.steps(),
                    process.messages());
        }
    }
}
