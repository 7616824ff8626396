package dev.gmp.process.internal.delivery;

import dev.gmp.Goroutines;
import dev.gmp.process.Pid;
import dev.gmp.process.YieldResult;
import dev.gmp.process.internal.controlblock.ControlBlock;
import dev.gmp.process.internal.controlblock.Extras;
import dev.gmp.process.internal.controlblock.Host;
import dev.gmp.process.internal.lifetime.Lifetime;
import dev.gmp.process.internal.mailbox.Completion;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/** Brings results and errors of commands to the processes that yielded them. Counts those that nothing waits for. */
public final class Completions {

    private final Host host;
    private final Lifetime lifetime;
    private final LongAdder stray = new LongAdder();

    public Completions(Host host, Lifetime lifetime) {
        this.host = host;
        this.lifetime = lifetime;
    }

    public YieldResult complete(Pid pid, Completion completion, @Nullable Object result, @Nullable Throwable error) {
        YieldResult done = tryComplete(pid, completion, result, error);
        if (done != YieldResult.COMPLETED) {
            stray.increment();
        }
        return done;
    }

    /** Completions of yields that were unknown, complete already, or of ended processes. */
    public long stray() {
        return stray.sum();
    }

    private YieldResult tryComplete(
            Pid pid, Completion completion, @Nullable Object result, @Nullable Throwable error) {
        Goroutines.ensureStack();
        if (!(pid instanceof ControlBlock block) || block.host() != host) {
            return YieldResult.UNKNOWN_PROCESS;
        }
        if (block.isComplete()) {
            return YieldResult.ENDED;
        }
        Extras extras = block.extrasOrNull();
        if (extras == null || !extras.yields().tryComplete(completion.tag())) {
            return YieldResult.UNKNOWN_TAG;
        }
        completion.fill(result, error);
        return lifetime.control(block, completion) ? YieldResult.COMPLETED : YieldResult.ENDED;
    }
}
