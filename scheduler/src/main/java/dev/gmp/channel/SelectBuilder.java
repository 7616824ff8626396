package dev.gmp.channel;

import dev.gmp.channel.Select.Action;
import dev.gmp.channel.Select.Step;
import dev.gmp.internal.channel.ChannelCore;
import dev.gmp.internal.channel.Selection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Collects the cases of a {@link Select}. A channel may stand in several cases. For one thread, and to be built once.
 *
 * @since 0.2.0
 */
public final class SelectBuilder {

    private static final Step NOTHING = () -> {};

    private final List<SelectCase> cases = new ArrayList<>();
    private long timeoutNanos = Long.MAX_VALUE;

    /** When the time is over, or by default. */
    private @Nullable Step end;

    SelectBuilder() {}

    /**
     * Receives a value. When the channel is found closed and empty, the case does nothing and takes no part in later runs.
     *
     * @param then what is done with the value
     */
    public <T> SelectBuilder receive(ReceiveChannel<T> channel, Action<? super T> then) {
        return receive(channel, then, NOTHING);
    }

    /**
     * The same with something to do when the channel is found closed and empty.
     *
     * @param then what is done with the value
     * @param whenClosed what is done then, once
     */
    @SuppressWarnings("unchecked") // the channel's values are of a type that it takes
    public <T> SelectBuilder receive(ReceiveChannel<T> channel, Action<? super T> then, Step whenClosed) {
        Objects.requireNonNull(then, "then");
        Objects.requireNonNull(whenClosed, "whenClosed");
        cases.add(new SelectCase(core(channel), null, (Action<Object>) then, whenClosed));
        return this;
    }

    /**
     * Sends a value.
     *
     * @param value is asked once at the beginning of each run that the case takes part in, also where another case happens then; never gives
     *     null, and must not run this select
     */
    public <T> SelectBuilder send(SendChannel<? super T> channel, Supplier<? extends T> value) {
        return send(channel, value, NOTHING);
    }

    /**
     * The same with something to do when the value has been sent.
     *
     * @param value is asked once at the beginning of each run that the case takes part in, also where another case happens then; never gives
     *     null, and must not run this select
     * @param then what is done then
     */
    public <T> SelectBuilder send(SendChannel<? super T> channel, Supplier<? extends T> value, Step then) {
        Objects.requireNonNull(value, "value");
        Objects.requireNonNull(then, "then");
        cases.add(new SelectCase(core(channel), value, sent -> then.run(), NOTHING));
        return this;
    }

    /**
     * The case added last takes part only in those runs at whose beginning a condition holds (Go: a nil channel). It is asked
     * once for each, and must not run this select.
     *
     * @throws IllegalStateException if there is no case yet, or it has a condition
     */
    public SelectBuilder when(BooleanSupplier condition) {
        Objects.requireNonNull(condition, "condition");
        if (cases.isEmpty() || cases.get(cases.size() - 1).hasCondition()) {
            throw new IllegalStateException("a condition belongs to the case before it, and each case has one at most");
        }
        cases.get(cases.size() - 1).setCondition(condition);
        return this;
    }

    /**
     * Happens when nothing else has for a time.
     *
     * @param after since the beginning of the run; with zero or less it is as {@link #otherwise}
     * @param then what is done then
     * @throws IllegalStateException if there is another timeout, or a default case
     */
    public SelectBuilder timeout(Duration after, Step then) {
        Objects.requireNonNull(then, "then");
        long nanos = Math.max(0, TimeUnit.NANOSECONDS.convert(after));
        requireNoEnd();
        timeoutNanos = nanos;
        end = then;
        return this;
    }

    /**
     * Happens at once when no other case can (Go: default).
     *
     * @param then what is done then
     * @throws IllegalStateException if there is another default case, or a timeout
     */
    public SelectBuilder otherwise(Step then) {
        Objects.requireNonNull(then, "then");
        requireNoEnd();
        timeoutNanos = 0;
        end = then;
        return this;
    }

    /**
     * The select with these cases.
     *
     * @throws IllegalStateException if no case receives or sends
     */
    public Select build() {
        if (cases.isEmpty()) {
            throw new IllegalStateException("a select needs a case that receives or sends");
        }
        Selection selection = new Selection(
                cases.stream().map(SelectCase::channel).toList(),
                cases.stream().map(SelectCase::sends).toList());
        return new Select(cases.toArray(SelectCase[]::new), selection, timeoutNanos, end);
    }

    private void requireNoEnd() {
        if (end != null) {
            throw new IllegalStateException("a select has one timeout or one default case, not two of them");
        }
    }

    private static ChannelCore core(Object channel) {
        return (RingChannel<?>) Objects.requireNonNull(channel, "channel");
    }
}
