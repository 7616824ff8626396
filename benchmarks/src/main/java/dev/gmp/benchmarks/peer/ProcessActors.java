package dev.gmp.benchmarks.peer;

import dev.gmp.GmpScheduler;
import dev.gmp.process.Event;
import dev.gmp.process.Pid;
import dev.gmp.process.Process;
import dev.gmp.process.ProcessContext;
import dev.gmp.process.ProcessType;
import dev.gmp.process.Processes;
import dev.gmp.process.SendResult;
import dev.gmp.process.StepOutput;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Processes of this project, with the settings that they have by default. */
final class ProcessActors implements Actors, AutoCloseable {
    private static final String TYPE = "actor";
    private static final String METHOD = "run";

    private final Processes processes;

    ProcessActors(GmpScheduler scheduler) {
        processes = Processes.builder(scheduler)
                .register(ProcessType.of(TYPE, Actor::new, METHOD))
                .build();
    }

    @Override
    public Mailbox start(Behaviour behaviour) {
        Pid pid = processes.submit(TYPE, METHOD, behaviour);
        return message -> requireDelivered(processes.send(pid, message));
    }

    @Override
    public void close() {
        processes.close();
    }

    private static void requireDelivered(SendResult result) {
        if (result != SendResult.DELIVERED) {
            throw new IllegalStateException("A message is not delivered: " + result);
        }
    }

    private static final class Actor implements Process {
        private @Nullable Behaviour behaviour;
        private @Nullable ProcessContext context;

        @Override
        public void init(ProcessContext itsContext, String method, @Nullable Object input) {
            behaviour = (Behaviour) input;
            context = itsContext;
        }

        @Override
        public void step(List<Event> events, StepOutput out) {
            Behaviour own = Objects.requireNonNull(behaviour);
            ProcessContext started = context;
            if (started != null) {
                context = null;
                if (!own.started(within(started))) {
                    out.done(null);
                    return;
                }
            }
            for (int i = 0; i < events.size(); i++) {
                if (!own.receive(((Event.Message) events.get(i)).data())) {
                    out.done(null);
                    return;
                }
            }
        }

        private static Actors within(ProcessContext context) {
            return behaviour -> {
                Pid pid = context.submit(TYPE, METHOD, behaviour);
                return message -> requireDelivered(context.send(pid, message));
            };
        }
    }
}
