package dev.gmp.channel;

import dev.gmp.channel.Select.Action;
import dev.gmp.channel.Select.Step;
import dev.gmp.internal.channel.ChannelCore;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** One case of a {@link Select}. For one thread. */
final class SelectCase {

    /** What a receiver offers. */
    private static final Object NOTHING = new Object();

    private final ChannelCore channel;

    /** What it sends; null to receive. */
    private final @Nullable Supplier<?> sent;

    private final Action<Object> then;
    private final Step whenClosed;
    private @Nullable BooleanSupplier condition;
    private boolean ended;

    SelectCase(ChannelCore channel, @Nullable Supplier<?> sent, Action<Object> then, Step whenClosed) {
        this.channel = channel;
        this.sent = sent;
        this.then = then;
        this.whenClosed = whenClosed;
    }

    ChannelCore channel() {
        return channel;
    }

    boolean sends() {
        return sent != null;
    }

    boolean hasCondition() {
        return condition != null;
    }

    void setCondition(BooleanSupplier holds) {
        condition = holds;
    }

    /** @return what it sends in this run; anything for a receiver; null where it takes no part */
    @Nullable
    Object offer() {
        if (ended || condition != null && !condition.getAsBoolean()) {
            return null;
        }
        return sent == null ? NOTHING : Objects.requireNonNull(sent.get(), "the value to send");
    }

    void happen(@Nullable Object received) throws InterruptedException {
        then.accept(Objects.requireNonNull(received));
    }

    /** A receiver has found its channel closed and empty: later runs leave it out. */
    void end() throws InterruptedException {
        ended = true;
        whenClosed.run();
    }
}
