package dev.gmp.process.internal.delivery;

import dev.gmp.Goroutines;
import dev.gmp.process.Overflow;
import dev.gmp.process.Pid;
import dev.gmp.process.Relay;
import dev.gmp.process.SendResult;
import dev.gmp.process.internal.controlblock.ControlBlock;
import dev.gmp.process.internal.controlblock.Host;
import dev.gmp.process.internal.controlblock.RegisteredType;
import dev.gmp.process.internal.lifetime.Lifetime;
import dev.gmp.process.internal.mailbox.Letter;
import dev.gmp.process.internal.mailbox.StateWord;
import dev.gmp.process.internal.registry.Directory;
import java.util.Objects;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/** Routes messages: into a mailbox of this runtime, or to the relay. Counts those that reach no process. */
public final class Delivery {

    private final Host host;
    private final Directory directory;
    private final Lifetime lifetime;
    private final @Nullable Relay relay;
    private final LongAdder sentToEnded = new LongAdder();
    private final LongAdder sentToUnknown = new LongAdder();

    public Delivery(Host host, Directory directory, Lifetime lifetime, @Nullable Relay relay) {
        this.host = host;
        this.directory = directory;
        this.lifetime = lifetime;
        this.relay = relay;
    }

    /** @param sender null when the message comes from outside of any process */
    public SendResult deliver(Pid to, @Nullable Pid sender, Object message) {
        Objects.requireNonNull(message, "message");
        if (!(to instanceof ControlBlock block)) {
            return relay(to, sender, message);
        }
        if (block.host() != host) {
            return counted(SendResult.UNKNOWN);
        }
        Goroutines.ensureStack();
        SendResult result = offer(block, new Letter(sender, message));
        if (result == SendResult.DELIVERED) {
            if (block.wake(StateWord.MESSAGE)) {
                lifetime.schedule(block);
            }
            return result;
        }
        return counted(result);
    }

    /** As above, by number. */
    public SendResult deliver(long to, @Nullable Pid sender, Object message) {
        ControlBlock block = directory.find(to);
        if (block != null) {
            return deliver(block, sender, message);
        }
        return counted(directory.wasIssued(to) ? SendResult.ENDED : SendResult.UNKNOWN);
    }

    /** Messages for processes that had ended. */
    public long sentToEnded() {
        return sentToEnded.sum();
    }

    /** Messages for addresses that never were. */
    public long sentToUnknown() {
        return sentToUnknown.sum();
    }

    private SendResult relay(Pid to, @Nullable Pid sender, Object message) {
        Objects.requireNonNull(to, "to");
        return counted(relay == null ? SendResult.UNKNOWN : relay.send(to, sender, message));
    }

    private static SendResult offer(ControlBlock to, Letter letter) {
        RegisteredType type = to.type();
        if (type.overflow() == Overflow.REFUSE) {
            SendResult result = to.offer(letter, type.mailboxCapacity());
            if (result == SendResult.FULL) {
                type.refused().increment();
            }
            return result;
        }
        int lost = to.offerDroppingOldest(letter, type.mailboxCapacity());
        if (lost > 0) {
            type.dropped().addAndGet(lost);
        }
        return lost < 0 ? SendResult.ENDED : SendResult.DELIVERED;
    }

    private SendResult counted(SendResult result) {
        if (result == SendResult.ENDED) {
            sentToEnded.increment();
        } else if (result == SendResult.UNKNOWN) {
            sentToUnknown.increment();
        }
        return result;
    }
}
