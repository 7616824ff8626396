package dev.gmp.process.cluster.internal.engine;

import dev.gmp.process.Pid;
import dev.gmp.process.cluster.KeyedPid;
import dev.gmp.process.cluster.internal.wire.Frame;
import org.jspecify.annotations.Nullable;

/**
 * A message to a key that waits, or was sent by another node.
 *
 * @param content the message itself, a {@link Frame.Body} as another node has sent it, or a {@link CancelRequest}
 * @param hops by how many nodes it was forwarded
 * @param wasTaken whether a mailbox of this node had taken it already: it is not refused then, and not counted again
 * @param since when it began to wait, in the time of {@link System#nanoTime}
 */
record KeyedMessage(KeyedPid to, @Nullable Pid sender, Object content, int hops, boolean wasTaken, long since) {

    /** The content of a message that asks a process to end. */
    record CancelRequest(String reason) {}

    static KeyedMessage of(KeyedPid to, @Nullable Pid sender, Object content) {
        return new KeyedMessage(to, sender, content, 0, false, System.nanoTime());
    }

    static KeyedMessage received(Frame.ToKey frame) {
        return new KeyedMessage(frame.to(), frame.sender(), frame.body(), frame.hops(), false, System.nanoTime());
    }

    /** The same after a mailbox of this node had taken it. */
    KeyedMessage taken() {
        return new KeyedMessage(to, sender, content, hops, true, System.nanoTime());
    }

    /** Whether it is of another node, as it came. */
    boolean isReceived() {
        return content instanceof Frame.Body;
    }

    /** Its own identity: two messages may have equal contents. */
    @Override
    public boolean equals(Object other) {
        return this == other;
    }

    @Override
    public int hashCode() {
        return System.identityHashCode(this);
    }
}
