package dev.gmp.benchmarks.workload.channel;

import java.util.List;
import java.util.Objects;
import kotlin.ResultKt;
import kotlin.Unit;
import kotlin.coroutines.Continuation;
import kotlin.coroutines.intrinsics.IntrinsicsKt;
import kotlin.coroutines.jvm.internal.SuspendLambda;
import kotlin.jvm.functions.Function2;
import kotlinx.coroutines.BuildersKt;
import kotlinx.coroutines.CoroutineScope;
import kotlinx.coroutines.CoroutineStart;
import kotlinx.coroutines.Dispatchers;
import kotlinx.coroutines.GlobalScope;
import kotlinx.coroutines.channels.BufferOverflow;
import kotlinx.coroutines.channels.Channel;
import kotlinx.coroutines.channels.ChannelKt;
import kotlinx.coroutines.selects.SelectImplementation;
import org.jspecify.annotations.Nullable;

/** The channels of kotlinx, called as code is that Kotlin's compiler has made. */
final class KotlinChannels implements Channels {
    private static final Object SUSPENDED = IntrinsicsKt.getCOROUTINE_SUSPENDED();

    private record One(Channel<Integer> channel) implements Port {
        @Override
        @SuppressWarnings("unchecked") // Continuation is contravariant
        public @Nullable Object send(Integer value, @Nullable Continuation<Object> caller) {
            return channel.send(value, (Continuation<Unit>) (Continuation<?>) Objects.requireNonNull(caller));
        }

        @Override
        public @Nullable Object receive(@Nullable Continuation<Object> caller) {
            return channel.receive(Objects.requireNonNull(caller));
        }
    }

    /** The select expression, which makes a new select each time. */
    private record Any(List<Channel<Integer>> channels) implements Port {
        private static final Function2<Integer, Continuation<? super Object>, Object> VALUE = (value, caller) -> value;

        @Override
        public Object send(Integer value, @Nullable Continuation<Object> caller) {
            throw new UnsupportedOperationException("It receives only");
        }

        @Override
        public @Nullable Object receive(@Nullable Continuation<Object> caller) {
            SelectImplementation<Object> select =
                    new SelectImplementation<>(Objects.requireNonNull(caller).getContext());
            for (int i = 0; i < channels.size(); i++) {
                select.invoke(channels.get(i).getOnReceive(), VALUE);
            }
            return select.doSelect(caller);
        }
    }

    /** A suspending function of this form is what Kotlin's compiler makes of a lambda. */
    @SuppressWarnings("serial") // by its super class; nothing writes it
    private static final class Coroutine extends SuspendLambda
            implements Function2<CoroutineScope, Continuation<? super Unit>, Object> {
        private final Routine routine;

        Coroutine(Routine routine, @Nullable Continuation<Object> completion) {
            super(2, completion);
            this.routine = routine;
        }

        @Override
        @SuppressWarnings("unchecked") // Continuation is contravariant
        public Continuation<Unit> create(@Nullable Object scope, Continuation<?> completion) {
            return (Continuation<Unit>) (Continuation<?>) new Coroutine(routine, (Continuation<Object>) completion);
        }

        @Override
        public Object invoke(CoroutineScope scope, Continuation<? super Unit> completion) {
            return ((Coroutine) (Continuation<?>) create(scope, completion)).invokeSuspend(Unit.INSTANCE);
        }

        @Override
        protected Object invokeSuspend(Object result) {
            ResultKt.throwOnFailure(result);
            @Nullable Object outcome = result;
            try {
                while (routine.next(outcome instanceof Integer received ? received : null)) {
                    outcome = routine.sent == null ? routine.port.receive(this) : routine.port.send(routine.sent, this);
                    if (outcome == SUSPENDED) {
                        return SUSPENDED;
                    }
                }
            } catch (InterruptedException e) {
                throw new IllegalStateException("Nothing interrupts a routine", e);
            }
            return Unit.INSTANCE;
        }
    }

    @SuppressWarnings("unchecked") // made below
    private static Channel<Integer> cast(Object channel) {
        return (Channel<Integer>) channel;
    }

    @Override
    public Object newChannel(int capacity) {
        return ChannelKt.Channel(capacity, BufferOverflow.SUSPEND, null);
    }

    @Override
    public Port portOf(Object channel) {
        return new One(cast(channel));
    }

    @Override
    public Port anyOf(List<Object> channels) {
        return new Any(channels.stream().map(KotlinChannels::cast).toList());
    }

    @Override
    public void start(Routine routine) {
        BuildersKt.launch(
                GlobalScope.INSTANCE, Dispatchers.getDefault(), CoroutineStart.DEFAULT, new Coroutine(routine, null));
    }
}
