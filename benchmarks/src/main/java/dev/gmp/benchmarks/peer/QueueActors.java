package dev.gmp.benchmarks.peer;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ThreadFactory;
import java.util.function.Supplier;

/** An actor is a thread that takes messages from a queue of its own: what one writes where virtual threads are at hand. */
record QueueActors(ThreadFactory threads, Supplier<BlockingQueue<Object>> queues) implements Actors {

    @Override
    public Mailbox start(Behaviour behaviour) {
        Actor actor = new Actor(queues.get(), behaviour);
        threads.newThread(actor).start();
        return actor;
    }

    private final class Actor implements Mailbox, Runnable {
        private final BlockingQueue<Object> queue;
        private final Behaviour behaviour;

        Actor(BlockingQueue<Object> queue, Behaviour behaviour) {
            this.queue = queue;
            this.behaviour = behaviour;
        }

        @Override
        public void send(Object message) {
            if (!queue.offer(message)) {
                throw new IllegalStateException("The queue has no room");
            }
        }

        @Override
        public void run() {
            try {
                boolean goesOn = behaviour.started(QueueActors.this);
                while (goesOn) {
                    goesOn = behaviour.receive(queue.take());
                }
            } catch (InterruptedException e) {
                throw new IllegalStateException("unexpected interrupt of an actor", e);
            }
        }
    }
}
