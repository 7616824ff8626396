package dev.gmp.benchmarks.peer;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.function.IntFunction;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.actor.typed.ActorSystem;
import org.apache.pekko.actor.typed.Behavior;
import org.apache.pekko.actor.typed.ExtensibleBehavior;
import org.apache.pekko.actor.typed.Signal;
import org.apache.pekko.actor.typed.TypedActorContext;
import org.apache.pekko.actor.typed.javadsl.ActorContext;
import org.apache.pekko.actor.typed.javadsl.Behaviors;

/** Typed actors of Pekko with its default configuration, children of the guardian or of the actor that makes them. */
final class PekkoActors implements Actors, AutoCloseable {
    private static final long TIMEOUT_SECONDS = 60;

    private final ActorSystem<Object> system = ActorSystem.create(guardian(), "bench");

    @Override
    public Mailbox start(Behaviour behaviour) {
        return startAll(1, i -> behaviour)[0];
    }

    /** Asks the guardian, since only an actor may make others. */
    @Override
    public Mailbox[] startAll(int actors, IntFunction<Behaviour> behaviours) {
        CompletableFuture<Mailbox[]> answer = new CompletableFuture<>();
        system.tell(new Making(within -> within.startAll(actors, behaviours), answer));
        try {
            return answer.get(TIMEOUT_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException | ExecutionException | TimeoutException e) {
            throw new IllegalStateException("The guardian has made no actors", e);
        }
    }

    @Override
    public void close() {
        system.terminate();
        try {
            system.getWhenTerminated().toCompletableFuture().get(TIMEOUT_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException | ExecutionException | TimeoutException e) {
            throw new IllegalStateException("Pekko has not ended", e);
        }
    }

    private static Behavior<Object> guardian() {
        return Behaviors.receive((context, message) -> {
            ((Making) message).make(childrenOf(context));
            return Behaviors.same();
        });
    }

    private static Actors childrenOf(ActorContext<Object> context) {
        return behaviour -> {
            ActorRef<Object> child = context.spawnAnonymous(Behaviors.setup(
                    own -> behaviour.started(childrenOf(own)) ? new Actor(behaviour) : Behaviors.stopped()));
            return child::tell;
        };
    }

    private record Making(Function<Actors, Mailbox[]> work, CompletableFuture<Mailbox[]> answer) {
        void make(Actors within) {
            try {
                answer.complete(work.apply(within));
            } catch (RuntimeException e) {
                answer.completeExceptionally(e);
            }
        }
    }

    /** The leanest kind of behaviour that Pekko has. */
    private static final class Actor extends ExtensibleBehavior<Object> {
        private final Behaviour behaviour;

        Actor(Behaviour behaviour) {
            this.behaviour = behaviour;
        }

        @Override
        public Behavior<Object> receive(TypedActorContext<Object> context, Object message) {
            return behaviour.receive(message) ? Behaviors.same() : Behaviors.stopped();
        }

        @Override
        public Behavior<Object> receiveSignal(TypedActorContext<Object> context, Signal signal) {
            return Behaviors.unhandled();
        }
    }
}
