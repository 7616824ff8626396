package dev.gmp.benchmarks.workload.channel;

import kotlin.coroutines.Continuation;
import org.jspecify.annotations.Nullable;

/** A channel or a queue, as its peer has it. A thread calls it with null and waits; a coroutine may be suspended instead. */
interface Port {
    /** @return kotlinx's mark, if the caller is suspended; else anything that is no value */
    @Nullable
    Object send(Integer value, @Nullable Continuation<Object> caller) throws InterruptedException;

    /** @return kotlinx's mark, if the caller is suspended; else the value */
    @Nullable
    Object receive(@Nullable Continuation<Object> caller) throws InterruptedException;
}
